//! Puts a report into a document.

/// Where a report begins in a document.
pub const BEGIN: &str = "<!-- peers -->";
/// Where it ends.
pub const END: &str = "<!-- /peers -->";

/// `document` with `text` in place of what stands between the lines [`BEGIN`] and [`END`]; `None` without these two, in this order.
pub fn splice(document: &str, text: &str) -> Option<String> {
    let (before, rest) = document.split_once(BEGIN)?;
    let (_, after) = rest.split_once(END)?;
    Some(format!("{before}{BEGIN}\n{}\n{END}{after}", text.trim_end()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_between_the_marks_changes() {
        let document = "# A\n<!-- peers -->\nold\n<!-- /peers -->\nB\n";
        let new = splice(document, "new\n").unwrap();
        assert_eq!(new, "# A\n<!-- peers -->\nnew\n<!-- /peers -->\nB\n");
        assert_eq!(splice(&new, "new").as_deref(), Some(new.as_str()));
        assert_eq!(splice("no marks", "new"), None);
        assert_eq!(splice("<!-- /peers --><!-- peers -->", "new"), None);
    }
}
