//! What an eye sees of a small world, drawn with letters, and where a ball will land: `cargo run -p tumble_physics --example look_around`.

use tumble_physics::math::{Pose2, Vec2};
use tumble_physics::{
    Aabb, BodyDesc, BodyKind, QueryFilter, QueryShape, Ray, Settings, Shape, ShapeCast, World,
};

/// A letter's room \[px\].
const CELL: Vec2 = Vec2::new(10.0, 20.0);

fn points(list: &[f32]) -> Vec<Vec2> {
    list.chunks_exact(2).map(Vec2::from_slice).collect()
}

fn at(x: f32, y: f32) -> Pose2 {
    let position = Vec2::new(x, y);
    Pose2 { position, angle: 0.0 }
}

fn add(world: &mut World, letter: u8, kind: BodyKind, shape: Shape, pose: Pose2) {
    let mut desc = BodyDesc::default();
    (desc.kind, desc.shape, desc.pose, desc.tag) = (kind, shape, pose, u64::from(letter));
    world.add_body(&desc).expect("the body is sound");
}

fn main() {
    let mut world = World::new(Settings::default());
    let hills = points(&[
        0.0, 320.0, 180.0, 360.0, 260.0, 360.0, 340.0, 280.0, 430.0, 360.0, 600.0, 360.0, 620.0, 240.0,
        540.0, 240.0, 540.0, 200.0, 780.0, 200.0, 780.0, 440.0, 0.0, 440.0,
    ]);
    let plank = points(&[-60.0, 0.0, 60.0, 0.0]);
    let square = points(&[-30.0, -30.0, 30.0, -30.0, 30.0, 30.0, -30.0, 30.0]);
    let (hills, plank) = (
        Shape::Outline { points: hills },
        Shape::Segments { points: plank },
    );
    let (points, radius, center) = (square, 25.0, Vec2::ZERO);
    let (square, ball) = (
        Shape::Polygon { points, radius: 0.0 },
        Shape::Circle { center, radius },
    );
    let shape = QueryShape::new(&ball).expect("the shape is sound");
    add(&mut world, b'#', BodyKind::Static, hills, at(0.0, 0.0));
    add(&mut world, b'=', BodyKind::Static, plank, at(130.0, 150.0));
    add(&mut world, b'H', BodyKind::Dynamic, square, at(520.0, 320.0));
    add(&mut world, b'O', BodyKind::Dynamic, ball, at(150.0, 40.0));
    let ball = world.bodies().last().expect("it is the last one");

    // Where the ball will land, before it falls.
    let (pose, way) = (at(150.0, 40.0), Vec2::new(0.0, 400.0));
    let shape = &shape;
    let others = QueryFilter::default().and(|body| body != ball);
    let landing = world.cast_shape(ShapeCast { shape, pose, way }, others);
    let landing = landing.expect("the plank is below").fraction * way.y + 40.0;
    for _ in 0..120 {
        world.step(1.0 / 60.0);
    }
    let found = world.body(ball).expect("it is there").center.y;
    println!("The ball was to land at y = {landing:.1} px, and lies at {found:.1} px.\n");
    assert!((found - landing).abs() < 1.0, "{found} for {landing}");

    // What is where; dots are what the eye sees of the air.
    let (eye, all) = (Vec2::new(385.0, 250.0), QueryFilter::default());
    let (mut seen, mut hidden, mut inside) = (0, 0, Vec::new());
    for row in 0..22_u16 {
        let mut line = String::new();
        for column in 0..78_u16 {
            let middle = CELL * (Vec2::new(f32::from(column), f32::from(row)) + 0.5);
            let (min, max) = (middle - 0.45 * CELL, middle + 0.45 * CELL);
            world.overlap_aabb(Aabb { min, max }, all, &mut inside);
            let (origin, way) = (eye, middle - eye);
            let free = world.cast_ray(Ray { origin, way }, all).is_none();
            let letter = inside.drain(..).next().and_then(|body| world.tag(body));
            line.push(match letter {
                _ if way.abs().cmple(0.5 * CELL).all() => '@',
                Some(letter) => char::from(letter as u8),
                None => [' ', '.'][usize::from(free)],
            });
            (seen, hidden) = (seen + u32::from(free), hidden + u32::from(!free));
        }
        println!("{line}");
    }
    let near = world.closest_point(eye, f32::INFINITY, all);
    let near = near.expect("there is ground");
    println!(
        "\nThe eye is {:.1} px off the ground at {:.0}.",
        near.distance, near.point
    );
    assert!(seen > 500 && hidden > 500, "{seen} seen, {hidden} hidden");
}
