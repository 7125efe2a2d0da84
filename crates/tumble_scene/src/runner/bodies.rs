//! Puts terrain, props and characters into the world, and takes them out.

use tumble::backend::{BodyDesc, BodyHandle, BodyKind, Layer, Shape};
use tumble::math::{Placement, Pose2};
use tumble::{Backend, Character, CharacterDesc, CharacterError};

use super::act::Held;
use super::{RunError, Runner};
use crate::frame::TerrainView;
use crate::scene::{Actor, Prop, Terrain};

/// Whose a body is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Owner {
    Terrain(String),
    Prop(String),
}

/// A terrain shape in the world.
#[derive(Clone, Debug)]
pub(super) struct TerrainBody {
    pub(super) name: String,
    pub(super) shape: Shape,
    pub(super) body: BodyHandle,
}

/// A prop in the world.
#[derive(Clone, Debug)]
pub(super) struct PropBody {
    pub(super) prop: Prop,
    pub(super) body: BodyHandle,
}

impl<B: Backend> Runner<B> {
    pub(super) fn add_terrain(&mut self, terrain: &Terrain) -> Result<(), RunError> {
        let desc = BodyDesc {
            kind: BodyKind::Static,
            layer: Layer::Terrain,
            shape: terrain.shape.clone(),
            pose: Pose2::IDENTITY,
            friction: terrain.friction,
            ..BodyDesc::default()
        };
        let body = self.world.add_body(&desc).map_err(|source| RunError::Body {
            name: terrain.name.clone(),
            source,
        })?;
        self.owners.insert(body, Owner::Terrain(terrain.name.clone()));
        if let Some(cast) = &mut self.cast {
            cast.meet(body, &desc)?;
        }
        self.terrain.push(TerrainBody {
            name: terrain.name.clone(),
            shape: terrain.shape.clone(),
            body,
        });
        Ok(())
    }

    pub(super) fn add_prop(&mut self, prop: &Prop) -> Result<(), RunError> {
        let desc = BodyDesc {
            kind: prop.kind,
            layer: Layer::Prop,
            shape: prop.shape.clone(),
            pose: prop.pose,
            velocity: prop.velocity,
            spin: prop.spin,
            mass: prop.mass,
            friction: prop.friction,
            restitution: prop.restitution,
            ..BodyDesc::default()
        };
        let body = self.world.add_body(&desc).map_err(|source| RunError::Body {
            name: prop.name.clone(),
            source,
        })?;
        if let Some(cast) = &mut self.cast
            && let Err(error) = cast.meet(body, &desc)
        {
            // It was added just now.
            let _ = self.world.remove_body(body);
            return Err(error.into());
        }
        self.owners.insert(body, Owner::Prop(prop.name.clone()));
        self.props.push(PropBody {
            prop: prop.clone(),
            body,
        });
        Ok(())
    }

    pub(super) fn add_character(&mut self, i: usize, actor: &Actor) -> Result<(), CharacterError> {
        let desc = CharacterDesc {
            name: actor.name.clone(),
            figure: i as u32 + 1,
            root: Placement::at(actor.at)
                .with_scale(actor.scale)
                .with_mirror(actor.facing.is_mirrored()),
            facing: actor.facing,
            ground_follow: actor.ground_follow,
        };
        let mut character = Character::new(desc, std::sync::Arc::clone(&actor.rig), actor.clips.clone())?;
        if let Some(clip) = &actor.clip {
            character.play(clip)?;
        }
        self.characters.push(Some(character));
        Ok(())
    }

    /// Removes what has this name; whether there was anything.
    pub(super) fn remove(&mut self, name: &str) -> bool {
        if let Some(i) = self.props.iter().position(|prop| prop.prop.name == name) {
            let body = self.props.remove(i).body;
            self.remove_body(body);
            return true;
        }
        if let Some(i) = self.terrain.iter().position(|terrain| terrain.name == name) {
            let body = self.terrain.remove(i).body;
            self.remove_body(body);
            self.refresh_terrain_view();
            return true;
        }
        let found = self
            .characters
            .iter_mut()
            .find(|slot| slot.as_ref().is_some_and(|character| character.name() == name));
        if let Some(mut character) = found.and_then(Option::take) {
            character.remove_from(&mut self.world);
            return true;
        }
        false
    }

    fn remove_body(&mut self, body: BodyHandle) {
        self.owners.remove(&body);
        self.grabs.retain(|grab| grab.held != Held::Body(body));
        // A body that the world has lost already is as removed as can be.
        let _ = self.world.remove_body(body);
    }

    pub(super) fn refresh_terrain_view(&mut self) {
        self.terrain_view = self
            .terrain
            .iter()
            .map(|terrain| TerrainView {
                name: terrain.name.clone(),
                shape: terrain.shape.clone(),
            })
            .collect();
    }
}
