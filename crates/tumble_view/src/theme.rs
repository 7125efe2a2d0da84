//! Colours.

use tumble::State;
use tumble::rig::Color;

/// The colours of everything that a scene file doesn't colour itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Theme {
    /// Sky at the top of the picture.
    pub sky_top: Color,
    /// Sky at the bottom of the picture.
    pub sky_bottom: Color,
    /// Hills on the horizon, the far ones first; opacity 0 leaves them out.
    pub hills: [Color; 2],
    /// Ground.
    pub earth: Color,
    /// Ground far below its surface.
    pub earth_deep: Color,
    /// Pebbles in the ground; opacity 0 leaves them out.
    pub pebble: Color,
    /// The band along the ground's upper edges.
    pub turf: Color,
    /// The line on top of it.
    pub turf_light: Color,
    /// Stairs, ramps, walls, platforms.
    pub stone: Color,
    /// Their upper edges.
    pub stone_light: Color,
    /// Their other edges.
    pub stone_dark: Color,
    /// Boards of crates and planks.
    pub wood: Color,
    /// Frames of crates.
    pub wood_light: Color,
    /// Their outlines and gaps.
    pub wood_dark: Color,
    /// What moves as it is told.
    pub steel: Color,
    /// Its outlines.
    pub steel_dark: Color,
    /// The warning stripes on it.
    pub warning: Color,
    /// Balls, and other loose shapes; chosen by name.
    pub balls: [Color; 4],
    /// The band across a ball.
    pub seam: Color,
    /// Outlines of balls and other loose shapes.
    pub prop_dark: Color,
    /// A body drawn for want of parts.
    pub body: Color,
    /// A head drawn for want of parts.
    pub head: Color,
    /// Outlines of both.
    pub body_dark: Color,
    /// Point-mass figures; chosen by name.
    pub puppets: [Color; 6],
    /// Their heads.
    pub puppet_head: Color,
    /// Outlines of their heads.
    pub puppet_edge: Color,
    /// The hand that holds one.
    pub grab: Color,
    /// Shadows on the ground.
    pub shadow: Color,
    /// Writing.
    pub ink: Color,
    /// Less important writing.
    pub ink_soft: Color,
    /// Plates under writing.
    pub plate: Color,
    /// Badges and marks per state: animated, ragdoll, recovering.
    pub states: [Color; 3],
    /// Joint limits that hold.
    pub limit: Color,
    /// Joint limits that don't.
    pub broken: Color,
    /// Velocities.
    pub velocity: Color,
    /// Probe rays.
    pub probe: Color,
    /// Markers.
    pub marker: Color,
    /// Impact flashes.
    pub impact: Color,
    /// Contacts.
    pub contact: Color,
    /// Islands that are awake; chosen by number.
    pub islands: [Color; 8],
    /// What sleeps.
    pub asleep: Color,
    /// Boxes around what may move.
    pub moving_box: Color,
    /// Boxes around what never moves.
    pub fixed_box: Color,
}

const fn hex(rgb: u32) -> Color {
    Color::rgb((rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8)
}

impl Default for Theme {
    fn default() -> Self {
        Self {
            sky_top: hex(0x00cf_e3ee),
            sky_bottom: hex(0x00fb_f6ea),
            hills: [hex(0x00d5_e2e6), hex(0x00c6_d8d6)],
            earth: hex(0x0083_6b55),
            earth_deep: hex(0x0061_4e3f),
            pebble: hex(0x009a_8167),
            turf: hex(0x0086_a758),
            turf_light: hex(0x00a9_c873),
            stone: hex(0x009a_a0a8),
            stone_light: hex(0x00c9_ced3),
            stone_dark: hex(0x006f_7680),
            wood: hex(0x00c8_955a),
            wood_light: hex(0x00dd_b27a),
            wood_dark: hex(0x007a_5230),
            steel: hex(0x005f_7286),
            steel_dark: hex(0x0036_4351),
            warning: hex(0x00f2_c14e),
            balls: [
                hex(0x00df_5b52),
                hex(0x003f_8fc4),
                hex(0x00ee_ac3a),
                hex(0x0053_a57c),
            ],
            seam: hex(0x00fb_f3e2),
            prop_dark: hex(0x0040_3a44),
            body: hex(0x008a_9199),
            head: hex(0x00ff_ffff),
            body_dark: hex(0x004d_545c),
            puppets: [
                hex(0x003f_6db0),
                hex(0x00c0_4f3e),
                hex(0x002f_8f6f),
                hex(0x00b0_7a1e),
                hex(0x0078_4fa8),
                hex(0x003b_4a5c),
            ],
            puppet_head: hex(0x00f3_cda0),
            puppet_edge: hex(0x008a_5a3a),
            grab: hex(0x00d6_3a7a),
            shadow: hex(0x0024_2018),
            ink: hex(0x0029_3241),
            ink_soft: hex(0x005c_6675),
            plate: hex(0x00ff_ffff),
            states: [hex(0x002a_9d77), hex(0x00e2_6a3b), hex(0x004f_74d9)],
            limit: hex(0x003a_86c8),
            broken: hex(0x00d6_2839),
            velocity: hex(0x009b_3fb5),
            probe: hex(0x0000_94a8),
            marker: hex(0x00d4_3f8d),
            impact: hex(0x00ff_b703),
            contact: hex(0x00c2_1f6b),
            // Neither wood nor turf, which they lie over, nor blue, which over wood looks asleep, nor what says that something is broken.
            islands: [
                hex(0x003f_a34d),
                hex(0x00a5_4fc9),
                hex(0x0012_b5b0),
                hex(0x00e6_4980),
                hex(0x007f_b518),
                hex(0x0070_48e8),
                hex(0x0000_b4d8),
                hex(0x00b0_3fb0),
            ],
            asleep: hex(0x005a_6b85),
            moving_box: hex(0x005b_45c9),
            fixed_box: hex(0x0074_5a3c),
        }
    }
}

impl Theme {
    /// The colour of a state.
    pub fn state(&self, state: State) -> Color {
        match state {
            State::Animated => self.states[0],
            State::Ragdoll => self.states[1],
            State::Recovering => self.states[2],
        }
    }

    /// The colour of an island: always the same one for a number. Neighbouring numbers are far apart.
    pub(crate) fn island(&self, number: u64) -> Color {
        // Fibonacci hashing (Knuth, The Art of Computer Programming, vol. 3, 6.4): the upper bits of a product with 2⁶⁴/φ.
        self.islands[(number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 61) as usize]
    }

    /// The colour that goes with a name: always the same one.
    pub(crate) fn ball(&self, name: &str) -> Color {
        self.balls[by_name(name, self.balls.len())]
    }

    /// The colour of a puppet: always the same one for a name.
    pub(crate) fn puppet(&self, name: &str) -> Color {
        self.puppets[by_name(name, self.puppets.len())]
    }
}

/// A number below `count` that goes with a name.
fn by_name(name: &str, count: usize) -> usize {
    // FNV-1a; a name's colour must not depend on what else is in the scene.
    let hash = name.bytes().fold(0x811c_9dc5_u32, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    });
    (hash ^ (hash >> 15)) as usize % count
}

/// The same colour at another opacity [0..1].
pub(crate) fn fade(color: Color, opacity: f32) -> Color {
    Color {
        a: (f32::from(color.a) * opacity.clamp(0.0, 1.0)).round() as u8,
        ..color
    }
}

/// The colour `share` of the way from `a` to `b` [0..1].
pub(crate) fn mix(a: Color, b: Color, share: f32) -> Color {
    let t = share.clamp(0.0, 1.0);
    let channel = |a: u8, b: u8| (f32::from(a) + (f32::from(b) - f32::from(a)) * t).round() as u8;
    Color {
        r: channel(a.r, b.r),
        g: channel(a.g, b.g),
        b: channel(a.b, b.b),
        a: channel(a.a, b.a),
    }
}
