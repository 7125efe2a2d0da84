//! A figure is picked up by the chest, swung and thrown over a crate: a picture of its way, as SVG.
//!
//! `cargo run -p tumble_verlet --example throw > throw.svg`

use std::fmt::Write as _;

use tumble_verlet::{Event, FigureId, Grab, Material, Settings, Shape, World, library};

/// The picture: 16 by 6 units, 50 px each, y up.
const WIDTH: f64 = 16.0;
const HEIGHT: f64 = 6.0;

fn draw(svg: &mut String, world: &World<f32>, id: FigureId, opacity: f64) {
    let points: Vec<[f64; 2]> = world.points(id).collect();
    let figure = world.figure(id).expect("it is there");
    let at = |point: usize| (50.0 * points[point][0], 50.0 * (HEIGHT - points[point][1]));
    for stick in figure.sticks().iter().filter(|stick| stick.drawn) {
        let ((x0, y0), (x1, y1)) = (at(stick.a), at(stick.b));
        let line = format!(r#"<line x1="{x0:.1}" y1="{y0:.1}" x2="{x1:.1}" y2="{y1:.1}""#);
        let _ = writeln!(
            svg,
            r#"{line} stroke="black" stroke-width="3" stroke-linecap="round" opacity="{opacity:.2}"/>"#
        );
    }
    let (x, y) = at(0);
    let _ = writeln!(
        svg,
        r#"<circle cx="{x:.1}" cy="{y:.1}" r="6" opacity="{opacity:.2}"/>"#
    );
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut world = World::<f32>::new(Settings::default())?;
    let floor = Shape::HalfPlane {
        at: [0.0, 0.2],
        normal: [0.0, 1.0],
    };
    world.add_terrain(floor, Material::default())?;
    let crate_corners = vec![[8.0, 0.2], [9.5, 0.2], [9.5, 1.7], [8.0, 1.7]];
    world.add_terrain(Shape::Polygon(crate_corners), Material::default())?;
    let id = world.spawn(&library::seven_point(), [2.0, 0.2])?;
    let chest = library::seven_point().grab_point();

    let mut svg = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{:.0}" height="{:.0}">"#,
        50.0 * WIDTH,
        50.0 * HEIGHT
    );
    svg.push_str("\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n<rect y=\"290\" width=\"100%\" height=\"10\" fill=\"silver\"/>\n");
    svg.push_str("<rect x=\"400\" y=\"215\" width=\"75\" height=\"75\" fill=\"tan\"/>\n");
    let mut stretch = 0.0_f64;
    for frame in 0..300_u32 {
        match frame {
            30 => world.grab(id, chest, [2.0, 1.1], Grab::default())?,
            31..90 => {
                let t = f64::from(frame - 30) / 60.0;
                world.move_grab(id, chest, [2.0 + 4.0 * t * t, 1.1 + 2.5 * t * t])?;
            }
            90 => {
                let [x, y] = world.release(id, chest)?;
                eprintln!("thrown at ({x:.1}, {y:.1}) units/s");
            }
            _ => {}
        }
        world.advance(1.0 / 60.0);
        stretch = stretch.max(world.stretch(id).unwrap_or_default());
        if frame % 10 == 0 {
            draw(&mut svg, &world, id, 0.15 + 0.85 * f64::from(frame) / 300.0);
        }
    }
    svg.push_str("</svg>");
    println!("{svg}");
    for event in world.drain_events() {
        if let Event::Impact { point, speed, .. } = event {
            eprintln!("point {point} came down at {speed:.1} units/s");
        }
    }
    eprintln!("its sticks never stretched by more than {:.3}%", 100.0 * stretch);
    assert!(stretch < 0.02);
    Ok(())
}
