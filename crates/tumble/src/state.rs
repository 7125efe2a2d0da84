//! The three states of a character.

/// What moves a character.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum State {
    /// Clips and IK.
    #[default]
    Animated,
    /// Physics.
    Ragdoll,
    /// The stand-up.
    Recovering,
}

impl State {
    /// Lower-case name, as in traces.
    pub fn name(self) -> &'static str {
        match self {
            Self::Animated => "animated",
            Self::Ragdoll => "ragdoll",
            Self::Recovering => "recovering",
        }
    }
}
