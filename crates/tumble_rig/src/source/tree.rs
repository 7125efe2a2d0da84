//! Where things are in a text: what the scanner found, and the questions asked about it.

use core::ops::Range;

use super::PathStep;
pub(super) use super::scanner::scan;

/// A piece of the text.
#[derive(Debug)]
pub(super) struct Node {
    /// Where it is \[bytes\].
    pub(super) span: Range<usize>,
    /// What is in it.
    pub(super) kind: Kind,
}

#[derive(Debug)]
pub(super) enum Kind {
    /// A number, a string, a name, or anything not understood.
    Scalar,
    /// `[a, b]`.
    List(Vec<Node>),
    /// `(a: x, b: y)`, `(x, y)`, `Name(x)`, `{a: x}`: named fields, else items in order.
    Group {
        /// The name in front: `Polygon` in `Polygon(points: …)`.
        tag: Option<Range<usize>>,
        fields: Vec<Entry>,
        items: Vec<Node>,
    },
}

/// A named field.
#[derive(Debug)]
pub(super) struct Entry {
    /// The name, without quotes.
    pub(super) key: Range<usize>,
    pub(super) value: Node,
}

impl Node {
    /// Whether it has fields, or could have.
    pub(super) fn is_group(&self) -> bool {
        matches!(self.kind, Kind::Group { .. })
    }

    /// How it begins (a variant's name, an opening bracket, all of a scalar): what to point at when something is
    /// missing in it.
    pub(super) fn start(&self) -> Range<usize> {
        match &self.kind {
            Kind::Scalar => self.span.clone(),
            Kind::Group { tag: Some(tag), .. } => tag.clone(),
            Kind::Group { .. } | Kind::List(_) => self.span.start..self.span.start + 1,
        }
    }

    /// A named field's value.
    pub(super) fn field(&self, text: &str, name: &str) -> Option<&Self> {
        match &self.kind {
            Kind::Group { fields, .. } => fields
                .iter()
                .find(|entry| text.get(entry.key.clone()) == Some(name))
                .map(|entry| &entry.value),
            _ => None,
        }
    }

    /// The one thing that a wrapper such as `Some(x)`, `Spawn((…))` or `{"Spawn": …}` holds.
    fn only_child(&self) -> Option<&Self> {
        match &self.kind {
            Kind::Group { fields, items, .. } => match (fields.as_slice(), items.as_slice()) {
                ([entry], []) => Some(&entry.value),
                ([], [item]) => Some(item),
                _ => None,
            },
            _ => None,
        }
    }

    fn step(&self, text: &str, step: &PathStep) -> Option<&Self> {
        let wrapped_some = matches!(&self.kind, Kind::Group { tag: Some(tag), .. }
            if text.get(tag.clone()) == Some("Some"));
        if wrapped_some {
            return self.only_child()?.step(text, step);
        }
        let here = match (step, &self.kind) {
            (PathStep::Field(name), Kind::Group { .. }) => self.field(text, name),
            (PathStep::Index(i), Kind::List(items) | Kind::Group { items, .. }) => items.get(*i),
            // A newtype variant of JSON: {"Ragdoll": "hero"} has its 0th value right there.
            (PathStep::Index(0), Kind::Scalar) => Some(self),
            _ => None,
        };
        here.or_else(|| {
            let inner = self.only_child()?;
            match (step, &inner.kind) {
                (PathStep::Field(_), Kind::Group { .. }) | (PathStep::Index(_), Kind::List(_)) => {
                    inner.step(text, step)
                }
                (PathStep::Index(0), Kind::Scalar | Kind::Group { .. }) => Some(inner),
                _ => None,
            }
        })
    }

    /// The span at the end of a path; of the last piece that is there, its beginning, where a step is missing.
    pub(super) fn find(&self, text: &str, path: &[PathStep]) -> Range<usize> {
        let mut node = self;
        for step in path {
            match node.step(text, step) {
                Some(next) => node = next,
                None => return node.start(),
            }
        }
        if path.is_empty() {
            node.start()
        } else {
            node.span.clone()
        }
    }

    /// The key of the field called `name` that starts last at or before `offset`.
    pub(super) fn last_key_before(&self, text: &str, name: &str, offset: usize) -> Option<Range<usize>> {
        let mut best: Option<Range<usize>> = None;
        self.visit(&mut |node| {
            if let Kind::Group { fields, .. } = &node.kind {
                for entry in fields {
                    let later = best.as_ref().is_none_or(|best| entry.key.start > best.start);
                    if entry.key.start <= offset && later && text.get(entry.key.clone()) == Some(name) {
                        best = Some(entry.key.clone());
                    }
                }
            }
        });
        best
    }

    /// The word (a scalar or a variant's name) called `name`, quotes aside, that starts last at or before `offset`.
    pub(super) fn last_word_before(&self, text: &str, name: &str, offset: usize) -> Option<Range<usize>> {
        let mut best: Option<Range<usize>> = None;
        let mut offer = |span: &Range<usize>| {
            let word = text.get(span.clone()).unwrap_or_default();
            let later = best.as_ref().is_none_or(|best| span.start > best.start);
            if span.start <= offset && later && word.trim_matches('"') == name {
                best = Some(span.clone());
            }
        };
        self.visit(&mut |node| match &node.kind {
            Kind::Scalar => offer(&node.span),
            Kind::Group { tag, fields, .. } => {
                if let Some(tag) = tag {
                    offer(tag);
                }
                for entry in fields {
                    offer(&entry.key);
                }
            }
            Kind::List(_) => {}
        });
        best
    }

    /// The innermost group that holds `offset`; at the end of a text that was cut off, the innermost that is open.
    pub(super) fn innermost_group(&self, offset: usize) -> Option<&Self> {
        let (mut holding, mut ending): (Option<&Self>, Option<&Self>) = (None, None);
        self.visit(&mut |node| {
            let smaller = |than: Option<&Self>| than.is_none_or(|than| node.span.len() <= than.span.len());
            if node.is_group() && node.span.contains(&offset) && smaller(holding) {
                holding = Some(node);
            }
            if node.is_group() && node.span.end == offset && smaller(ending) {
                ending = Some(node);
            }
        });
        holding.or(ending)
    }

    /// The innermost list or group that holds `offset`.
    pub(super) fn innermost_holding(&self, offset: usize) -> Option<&Self> {
        let mut best: Option<&Self> = None;
        self.visit(&mut |node| {
            let smaller = best.is_none_or(|best| node.span.len() <= best.span.len());
            if !matches!(node.kind, Kind::Scalar) && node.span.contains(&offset) && smaller {
                best = Some(node);
            }
        });
        best
    }

    /// The first text in plain quotes, starting before `offset`, that goes over the end of its line.
    pub(super) fn text_over_lines(&self, text: &str, offset: usize) -> Option<Range<usize>> {
        let mut first: Option<Range<usize>> = None;
        self.visit(&mut |node| {
            let word = text.get(node.span.clone()).unwrap_or_default();
            let open = matches!(node.kind, Kind::Scalar) && word.starts_with('"') && word.contains('\n');
            let earlier = first.as_ref().is_none_or(|first| node.span.start < first.start);
            if open && node.span.start < offset && earlier {
                first = Some(node.span.clone());
            }
        });
        first
    }

    /// The scalar at `offset`, or the one that ends right there.
    pub(super) fn scalar_at(&self, offset: usize) -> Option<Range<usize>> {
        let mut best: Option<Range<usize>> = None;
        self.visit(&mut |node| {
            if matches!(node.kind, Kind::Scalar) && !node.span.is_empty() {
                let inside = node.span.contains(&offset);
                if inside || (best.is_none() && node.span.end == offset) {
                    best = Some(node.span.clone());
                }
            }
        });
        best
    }

    /// Calls `see` for this node and everything in it, in the order of the text.
    fn visit<'a>(&'a self, see: &mut impl FnMut(&'a Self)) {
        see(self);
        match &self.kind {
            Kind::Scalar => {}
            Kind::List(items) => {
                for item in items {
                    item.visit(see);
                }
            }
            Kind::Group { fields, items, .. } => {
                for entry in fields {
                    entry.value.visit(see);
                }
                for item in items {
                    item.visit(see);
                }
            }
        }
    }

    /// The words for the piece at `offset`.
    pub(super) fn place_at(&self, text: &str, offset: usize) -> String {
        let mut words: Vec<String> = Vec::new();
        let mut fields: Vec<String> = Vec::new();
        let mut node = self;
        let mut list_name = "item";
        loop {
            let holds = |span: &Range<usize>| span.start <= offset && offset <= span.end;
            let inside = |outer: &Self| {
                outer.span.start <= offset && offset < outer.span.end.max(outer.span.start + 1)
            };
            match &node.kind {
                Kind::Scalar => break,
                Kind::List(items) => {
                    let Some((i, item)) = items.iter().enumerate().find(|(_, item)| inside(item)) else {
                        break;
                    };
                    fields.clear();
                    let kind = singular(list_name);
                    words.push(match item.own_name(text) {
                        Some(name) => format!("{kind} `{name}`"),
                        None => format!("{kind} {}", i + 1),
                    });
                    list_name = "item";
                    node = item;
                }
                Kind::Group {
                    fields: entries,
                    items,
                    ..
                } => {
                    let entry = entries.iter().find(|entry| {
                        holds(&entry.key) || (entry.key.start <= offset && inside(&entry.value))
                    });
                    if let Some(entry) = entry {
                        let name = text.get(entry.key.clone()).unwrap_or_default();
                        fields.push(name.to_owned());
                        list_name = name;
                        node = &entry.value;
                    } else if let Some(item) = items.iter().find(|item| inside(item)) {
                        // `Marker("left_foot", [keys])`: a list in a tuple holds the tuple's keys.
                        if matches!(item.kind, Kind::List(_)) && fields.is_empty() {
                            list_name = "keys";
                        }
                        node = item;
                    } else {
                        break;
                    }
                }
            }
        }
        if !fields.is_empty() {
            words.push(format!("field `{}`", fields.join(".")));
        }
        words.join(", ")
    }

    /// What an item calls itself: its `name`, the bone it is about, or the first text of a tuple.
    fn own_name<'a>(&self, text: &'a str) -> Option<&'a str> {
        let node = ["name", "bone", "limb", "landed"]
            .iter()
            .find_map(|field| self.field(text, field))
            .or_else(|| match &self.kind {
                Kind::Group { items, .. } => items.iter().find(|item| {
                    text.get(item.span.clone())
                        .is_some_and(|word| word.starts_with('"'))
                }),
                _ => None,
            })?;
        let name = text.get(node.span.clone())?.trim_matches('"');
        let short = matches!(node.kind, Kind::Scalar) && !name.is_empty() && name.len() <= 60;
        (short && !name.contains('\n')).then_some(name)
    }
}

/// `bones` → `bone`, `bodies` → `body`.
fn singular(plural: &str) -> String {
    if let Some(stem) = plural.strip_suffix("ies") {
        format!("{stem}y")
    } else {
        plural.strip_suffix('s').unwrap_or(plural).to_owned()
    }
}
