//! From a rig file to a rig: every check there is, once.

use tumble_math::Vec2;

use super::check::{At, Check, Want};
use super::{RIG_VERSION, RigFile, rig_joints, rig_looks, rig_recovery, rig_stand};
use crate::source::Problem;
use crate::{Bone, BoneId, Limb, LimbId, Look, Rig};

/// More bones than this are a mistake, and would not fit the ids.
const MOST_BONES: usize = 1000;

/// A limb's lower bone counts as attached at its upper's tip within this distance \[px\].
const AT_TIP: f32 = 1.0e-3;

/// What the stages of the build share: the file, what is known so far, the problems.
pub(super) struct Build<'a> {
    pub(super) file: &'a RigFile,
    pub(super) check: Check,
    /// Parents first.
    pub(super) bones: Vec<Bone>,
    /// Per bone of the file: its id.
    ids: Vec<BoneId>,
    pub(super) limbs: Vec<Limb>,
}

impl RigFile {
    /// Checks everything and makes the rig.
    ///
    /// # Errors
    ///
    /// All problems that were found, each with the path to the field, the place in words and what to do. Bones that
    /// don't make a skeleton (unknown parents, names given twice, circles, no torso) are reported before all else.
    pub fn build(&self) -> Result<Rig, Vec<Problem>> {
        let mut build = Build {
            file: self,
            check: Check::default(),
            bones: Vec::new(),
            ids: Vec::new(),
            limbs: Vec::new(),
        };
        build.header();
        // What is said of limbs and bodies on a broken skeleton would only confuse.
        if !build.bones() {
            return Err(build.check.problems);
        }
        build.limbs();
        let look = build.look();
        let mut ragdoll = rig_joints::ragdoll(&mut build);
        let parts = rig_looks::parts(&mut build);
        let facings = rig_joints::facings(&mut build, &ragdoll, &parts);
        let recovery = rig_recovery::recovery(&mut build);
        let proxy = rig_recovery::proxy(&mut build);
        let stand = rig_stand::stand(&mut build, look.as_ref(), &facings[0].bends);
        rig_joints::free_full_turns(&mut ragdoll);
        let Build {
            mut check,
            bones,
            limbs,
            ..
        } = build;
        if !check.is_clean() {
            return Err(check.problems);
        }
        let rig = Rig {
            name: self.name.clone(),
            bones,
            limbs,
            look,
            stand,
            facings,
            ragdoll,
            recovery,
            proxy,
            parts,
        };
        rig_stand::check_pose(self, &rig, &mut check);
        if check.is_clean() {
            Ok(rig)
        } else {
            Err(check.problems)
        }
    }
}

impl Build<'_> {
    /// Version and name.
    fn header(&mut self) {
        let at = At::root();
        if self.file.version != RIG_VERSION {
            self.check.problem(
                &at.field("version"),
                format!("rig files of version {} aren't known", self.file.version),
                format!("version {RIG_VERSION} was expected"),
            );
        }
        self.check.name(&at.field("name"), &self.file.name);
    }

    /// The place of a bone of the file.
    pub(super) fn bone_at(&self, i: usize) -> At {
        At::item("bones", i, format!("bone `{}`", self.file.bones[i].name))
    }

    /// The bone that a field names; a problem if there is none.
    pub(super) fn bone(&mut self, at: &At, name: &str) -> Option<BoneId> {
        let names: Vec<&str> = self.file.bones.iter().map(|bone| bone.name.as_str()).collect();
        let i = self.check.find(at, "bone", name, &names)?;
        self.ids.get(i).copied()
    }

    /// The limb that a field names; a problem if there is none.
    pub(super) fn limb(&mut self, at: &At, name: &str) -> Option<LimbId> {
        let names: Vec<&str> = self.file.limbs.iter().map(|limb| limb.name.as_str()).collect();
        let i = self.check.find(at, "limb", name, &names)?;
        Some(LimbId(i as u16))
    }

    /// Names, parents, order, lengths. False if they don't make a skeleton.
    fn bones(&mut self) -> bool {
        let file = &self.file.bones;
        let list = At::root().field("bones");
        if file.is_empty() {
            self.check.problem(
                &list,
                "there are no bones",
                "a rig has at least one, the torso: `(name: \"torso\", length: 100, rest: -90)`",
            );
        }
        if file.len() > MOST_BONES {
            self.check.problem(
                &list,
                format!("there are {} bones", file.len()),
                format!("a rig may have up to {MOST_BONES}"),
            );
            return false;
        }
        let problems_before = self.check.problems.len();
        let places: Vec<At> = (0..file.len()).map(|i| self.bone_at(i)).collect();
        for (bone, at) in file.iter().zip(&places) {
            self.check.name(&at.field("name"), &bone.name);
        }
        self.check
            .unique("bones", file.iter().map(|bone| bone.name.as_str()), |i| {
                places[i].field("name")
            });

        let names: Vec<&str> = file.iter().map(|bone| bone.name.as_str()).collect();
        let parents: Vec<Option<usize>> = file
            .iter()
            .zip(&places)
            .map(|(bone, at)| {
                let parent = bone.parent.as_ref()?;
                self.check.find(&at.field("parent"), "bone", parent, &names)
            })
            .collect();
        let torsos: Vec<usize> = (0..file.len()).filter(|&i| file[i].parent.is_none()).collect();
        if torsos.is_empty() && !file.is_empty() {
            self.check.problem(
                &list,
                "every bone has a parent",
                "exactly one bone, the torso, has none: leave its `parent` out",
            );
        }
        for &extra in torsos.iter().skip(1) {
            self.check.problem(
                &places[extra],
                format!(
                    "this bone has no parent, but `{}` is the torso already",
                    names[torsos[0]]
                ),
                format!("give it one, such as `parent: \"{}\"`", names[torsos[0]]),
            );
        }

        let (order, circle) = parents_first(&parents);
        for i in circle {
            self.check.problem(
                &places[i].field("parent"),
                "the parents go round in a circle and never reach the torso",
                "follow `parent` from here and change the one that leads back",
            );
        }
        if self.check.problems.len() > problems_before || file.is_empty() {
            return false;
        }
        self.ids = vec![BoneId(0); file.len()];
        for (id, &i) in order.iter().enumerate() {
            self.ids[i] = BoneId(id as u16);
        }
        for &i in &order {
            let (bone, at) = (&file[i], &places[i]);
            let length = self.check.number(&at.field("length"), bone.length, Want::Length);
            let rest = self.check.angle(&at.field("rest"), bone.rest);
            let parent = parents[i].map(|parent| self.ids[parent]);
            let attach = match (bone.attach, parents[i]) {
                (Some(attach), Some(_)) => self.check.point(&at.field("attach"), attach),
                (Some(attach), None) => {
                    if attach != (0.0, 0.0) {
                        self.check.problem(
                            &at.field("attach"),
                            "the torso isn't attached to a bone",
                            "leave it out; where the hips are is the stand pose's `torso`",
                        );
                    }
                    Vec2::ZERO
                }
                (None, Some(parent)) => Vec2::new(tip_of(file[parent].length), 0.0),
                (None, None) => Vec2::ZERO,
            };
            self.bones.push(Bone {
                name: bone.name.clone(),
                parent,
                attach,
                length,
                rest,
            });
        }
        true
    }

    /// Two-bone limbs.
    fn limbs(&mut self) {
        let file = &self.file.limbs;
        let places: Vec<At> = file
            .iter()
            .enumerate()
            .map(|(i, limb)| At::item("limbs", i, format!("limb `{}`", limb.name)))
            .collect();
        self.check
            .unique("limbs", file.iter().map(|limb| limb.name.as_str()), |i| {
                places[i].field("name")
            });
        let look_marker = self.file.look.as_ref().map(super::LookFile::marker_name);
        let mut used: Vec<(BoneId, &str)> = Vec::new();
        for (i, (limb, at)) in file.iter().zip(&places).enumerate() {
            self.check.name(&at.field("name"), &limb.name);
            self.check.name(&at.field("marker"), &limb.marker);
            let taken = if limb.marker == "torso" {
                Some("the torso's".to_owned())
            } else if look_marker == Some(limb.marker.as_str()) {
                Some("the look's".to_owned())
            } else {
                file[..i]
                    .iter()
                    .find(|other| other.marker == limb.marker)
                    .map(|other| format!("limb `{}`'s", other.name))
            };
            if let Some(owner) = taken {
                self.check.problem(
                    &at.field("marker"),
                    format!("the marker `{}` is {owner} already", limb.marker),
                    "give each limb a marker of its own",
                );
            }
            let upper = self.bone(&at.field("upper"), &limb.upper);
            let lower = self.bone(&at.field("lower"), &limb.lower);
            for (bone, field) in [(upper, "upper"), (lower, "lower")] {
                let Some(bone) = bone else { continue };
                if let Some((_, other)) = used.iter().find(|(taken, _)| *taken == bone) {
                    self.check.problem(
                        &at.field(field),
                        format!("the bone is in limb `{other}` already"),
                        "a bone can be in one limb only",
                    );
                }
                used.push((bone, &limb.name));
            }
            let min_distance = self
                .check
                .number(&at.field("min_distance"), limb.min_distance, Want::Length);
            let max_distance = match limb.max_distance {
                None => f32::INFINITY,
                Some(distance) => self.check.number(&at.field("max_distance"), distance, Want::Size),
            };
            if min_distance > max_distance {
                self.check.problem(
                    &at.field("min_distance"),
                    format!("the least distance, {min_distance}, is above the greatest, {max_distance}"),
                    "swap the two, or leave one out",
                );
            }
            if let (Some(upper), Some(lower)) = (upper, lower) {
                self.chain(at, upper, lower);
            }
            self.limbs.push(Limb {
                name: limb.name.clone(),
                kind: limb.kind.into(),
                upper: upper.unwrap_or(BoneId::TORSO),
                lower: lower.unwrap_or(BoneId::TORSO),
                marker: limb.marker.clone(),
                min_distance,
                max_distance,
            });
        }
    }

    /// Whether two bones make a chain that IK can move.
    fn chain(&mut self, at: &At, upper: BoneId, lower: BoneId) {
        let (Some(first), Some(second)) = (self.bones.get(upper.index()), self.bones.get(lower.index()))
        else {
            return;
        };
        let (first, second) = (first.clone(), second.clone());
        if upper == BoneId::TORSO {
            self.check.problem(
                &at.field("upper"),
                "the torso can't be part of a limb",
                "name the first bone of the arm or leg",
            );
        } else if second.parent != Some(upper) {
            self.check.problem(
                &at.field("lower"),
                format!("`{}` isn't a child of `{}`", second.name, first.name),
                format!("give bone `{}` the parent `{}`", second.name, first.name),
            );
        } else if (second.attach - Vec2::new(first.length, 0.0)).length() > AT_TIP {
            self.check.problem(
                &at.field("lower"),
                format!(
                    "`{}` is attached at ({}, {}), not at the tip of `{}`",
                    second.name, second.attach.x, second.attach.y, first.name
                ),
                format!(
                    "leave `attach` of bone `{}` out, or write ({}, 0)",
                    second.name, first.length
                ),
            );
        } else if first.length + second.length <= 0.0 {
            self.check.problem(
                &at.field("upper"),
                "both bones of the limb have no length",
                "give at least one of them a length",
            );
        }
    }

    /// The bone that looks.
    fn look(&mut self) -> Option<Look> {
        let file = self.file.look.as_ref()?;
        let at = At::root().field("look");
        let bone = self.bone(&at.field("bone"), &file.bone);
        let marker = file.marker_name();
        self.check.name(&at.field("marker"), marker);
        if marker == "torso" {
            self.check.problem(
                &at.field("marker"),
                "the marker `torso` is the torso's already",
                "call it `head`",
            );
        }
        if bone == Some(BoneId::TORSO) && !self.bones.is_empty() {
            self.check.problem(
                &at.field("bone"),
                "the torso can't look at things",
                "name a bone that hangs on it, such as the head",
            );
        }
        let in_limb = self
            .limbs
            .iter()
            .find(|limb| Some(limb.upper) == bone || Some(limb.lower) == bone)
            .map(|limb| limb.name.clone());
        if let Some(limb) = in_limb {
            self.check.problem(
                &at.field("bone"),
                format!("the bone is moved by limb `{limb}` already"),
                "name a bone that is in no limb",
            );
        }
        let budget = file.budget.map(|(lower, upper)| {
            let place = at.field("budget");
            let band = [
                self.check.angle(&place.value(0), lower),
                self.check.angle(&place.value(1), upper),
            ];
            if lower > upper {
                self.check.problem(
                    &place,
                    format!("the lower end, {lower}°, is above the upper, {upper}°"),
                    format!("write ({upper}, {lower})"),
                );
            }
            band
        });
        Some(Look {
            bone: bone?,
            marker: marker.to_owned(),
            budget,
            frame: file.frame.into(),
            offset: self.check.angle(&at.field("offset"), file.offset),
        })
    }
}

/// A length that may be wrong (and was reported), as an attach point.
fn tip_of(length: f32) -> f32 {
    if length.is_finite() { length } else { 0.0 }
}

/// The bones' indices with parents first, otherwise in the order of the file; and those that go round in a circle.
fn parents_first(parents: &[Option<usize>]) -> (Vec<usize>, Vec<usize>) {
    let mut order = Vec::with_capacity(parents.len());
    let mut placed = vec![false; parents.len()];
    // At most as many rounds as the tree is deep.
    loop {
        let before = order.len();
        for (i, parent) in parents.iter().enumerate() {
            if !placed[i] && parent.is_none_or(|parent| placed[parent]) {
                placed[i] = true;
                order.push(i);
            }
        }
        if order.len() == before {
            break;
        }
    }
    let in_circle = |start: usize| {
        let mut at = parents[start];
        // A way longer than there are bones never comes back.
        for _ in 0..parents.len() {
            match at {
                Some(parent) if parent == start => return true,
                Some(parent) => at = parents[parent],
                None => return false,
            }
        }
        false
    };
    let circle: Vec<usize> = (0..parents.len())
        .filter(|&i| !placed[i] && in_circle(i))
        .collect();
    (order, circle)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parents_come_first_and_circles_are_found() {
        assert_eq!(
            parents_first(&[Some(1), None, Some(0)]),
            (vec![1, 0, 2], vec![]),
            "order of the file otherwise"
        );
        let (order, circle) = parents_first(&[None, Some(2), Some(1), Some(0)]);
        assert_eq!((order, circle), (vec![0, 3], vec![1, 2]));
        assert_eq!(parents_first(&[Some(0)]), (vec![], vec![0]));
        let hanging_on_a_circle = [Some(1), Some(0), Some(1)];
        assert_eq!(parents_first(&hanging_on_a_circle), (vec![], vec![0, 1]));
    }
}
