//! What the examples share: a strip of pictures of one figure, written as a PNG into the folder `out`.

use std::error::Error;
use std::path::Path;
use std::sync::Arc;

use tumble::backend::Shape;
use tumble::math::Vec2;
use tumble::rig::{Facing, Pose, Rig};
use tumble::{Character, State};
use tumble_scene::frame::{CharacterView, Frame, TerrainView};
use tumble_view::{Cell, Options, SheetOptions, Size, contact_sheet, encode_png};

/// One figure at several moments, side by side, on a floor at y = 0.
pub struct Strip {
    title: String,
    moments: Vec<(Frame, String)>,
}

impl Strip {
    /// An empty strip, to become `out/TITLE.png`.
    pub fn new(title: &str) -> Self {
        Self {
            title: title.to_owned(),
            moments: Vec::new(),
        }
    }

    /// Adds a pose, with a caption.
    #[allow(dead_code, reason = "most examples draw characters")]
    pub fn add_pose(&mut self, caption: &str, rig: &Arc<Rig>, pose: &Pose, facing: Facing) {
        self.add(caption, (rig, pose), (State::Animated, facing), 0.0);
    }

    /// Adds a character as it is now, with a caption.
    #[allow(dead_code, reason = "the first examples have no character yet")]
    pub fn add_character(&mut self, caption: &str, who: &Character, time: f64) {
        self.add(
            caption,
            (who.rig(), who.pose()),
            (who.state(), who.facing()),
            time,
        );
    }

    fn add(
        &mut self,
        caption: &str,
        (rig, pose): (&Arc<Rig>, &Pose),
        (state, facing): (State, Facing),
        time: f64,
    ) {
        let mut bones = Vec::new();
        pose.world_bones(rig, &mut bones);
        let figure = CharacterView {
            name: "figure".to_owned(),
            rig: Arc::clone(rig),
            state,
            facing,
            pose: pose.clone(),
            bones,
            markers: Vec::new(),
            bodies: Vec::new(),
            joints: Vec::new(),
            ground: None,
            probe: Vec::new(),
        };
        let floor = [(-9000.0, 0.0), (9000.0, 0.0), (9000.0, 400.0), (-9000.0, 400.0)];
        let floor = floor.iter().map(|&(x, y)| Vec2::new(x, y)).collect();
        let frame = Frame {
            step: 0,
            time,
            gravity: Vec2::new(0.0, 980.0),
            terrain: Arc::new([TerrainView {
                name: "floor".to_owned(),
                shape: Shape::Polygon { points: floor },
            }]),
            props: Vec::new(),
            characters: vec![figure],
            puppets: Vec::new(),
            events: Vec::new(),
            inside: None,
        };
        self.moments.push((frame, caption.to_owned()));
    }

    /// Writes the pictures and says where, from the project's folder.
    ///
    /// # Errors
    /// When the folder can't be written to.
    pub fn write(self) -> Result<String, Box<dyn Error>> {
        let cells: Vec<Cell<'_>> = self
            .moments
            .iter()
            .map(|(frame, caption)| Cell {
                frame,
                caption: caption.clone(),
            })
            .collect();
        let options = Options {
            size: Size::new(330, 280)?,
            title: Some(self.title.clone()),
            ..Options::default()
        };
        let picture = encode_png(&contact_sheet(&cells, &SheetOptions::new(options))?)?;
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../out");
        std::fs::create_dir_all(&folder)?;
        let file = format!("{}.png", self.title);
        std::fs::write(folder.join(&file), picture)?;
        Ok(format!("out/{file}"))
    }
}
