//! Files that appear whole or not at all.
//!
//! Everything is written to a temporary file in the target's folder, which takes the target's name when the whole command has
//! succeeded, and goes away when it hasn't. A target that is no regular file (a pipe, a device) is written directly.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::error::Failure;

/// A file on its way.
#[derive(Debug)]
pub(crate) struct Output {
    /// As the person wrote it.
    path: PathBuf,
    sink: BufWriter<Sink>,
}

#[derive(Debug)]
enum Sink {
    /// Will be renamed to this path.
    Whole(NamedTempFile, PathBuf),
    Direct(File),
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Whole(file, _) => file.write(bytes),
            Self::Direct(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Whole(file, _) => file.flush(),
            Self::Direct(file) => file.flush(),
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.sink.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.sink.flush()
    }
}

impl Output {
    /// Makes sure that `path` can be written, without touching what is there.
    pub(crate) fn create(path: &Path) -> Result<Self, Failure> {
        let fail = |source| Failure::Write {
            path: path.to_owned(),
            source,
        };
        let sink = match std::fs::metadata(path) {
            Ok(found) if found.is_dir() => return Err(fail(io::Error::from(io::ErrorKind::IsADirectory))),
            Ok(found) if !found.is_file() => {
                Sink::Direct(File::options().write(true).open(path).map_err(fail)?)
            }
            // Through links to the file they mean; a rename would replace the link.
            Ok(_) => whole(&path.canonicalize().map_err(fail)?).map_err(fail)?,
            Err(_) => whole(path).map_err(fail)?,
        };
        Ok(Self {
            path: path.to_owned(),
            sink: BufWriter::new(sink),
        })
    }

    /// The path as the person wrote it.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// For `map_err` on writes to this file.
    pub(crate) fn failure(&self) -> impl Fn(io::Error) -> Failure + use<> {
        let path = self.path.clone();
        move |source| Failure::Write {
            path: path.clone(),
            source,
        }
    }

    /// Gives the file its name.
    pub(crate) fn commit(self) -> Result<PathBuf, Failure> {
        let path = self.path;
        let fail = |source| Failure::Write {
            path: path.clone(),
            source,
        };
        match self.sink.into_inner().map_err(|error| fail(error.into_error()))? {
            Sink::Whole(file, target) => {
                file.persist(target).map_err(|error| fail(error.error))?;
            }
            Sink::Direct(mut file) => file.flush().map_err(fail)?,
        }
        Ok(path)
    }
}

fn whole(target: &Path) -> io::Result<Sink> {
    let folder = match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut builder = tempfile::Builder::new();
    builder.prefix(".tumble-").suffix(".tmp");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // As any new file: what the person's mask leaves of this.
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    // What went wrong, without the temporary file's name, which means nothing to a person.
    let file = builder.tempfile_in(folder).map_err(|error| match error.kind() {
        kind @ io::ErrorKind::NotFound => io::Error::new(kind, "its folder doesn't exist or takes no files"),
        kind @ (io::ErrorKind::PermissionDenied | io::ErrorKind::NotADirectory) => io::Error::from(kind),
        _ => error,
    })?;
    Ok(Sink::Whole(file, target.to_owned()))
}

/// Refuses one path for two outputs, however it is written, and outputs that would take the place of what is `read`.
pub(crate) fn distinct<'a>(
    read: Option<&Path>,
    paths: impl IntoIterator<Item = &'a Path>,
) -> Result<(), Failure> {
    let mut seen: Vec<PathBuf> = Vec::new();
    let read = read.map(resolved);
    for path in paths {
        // Pipes and devices take what comes, twice as well.
        if std::fs::metadata(path).is_ok_and(|found| !found.is_file()) {
            continue;
        }
        let place = resolved(path);
        if read.as_ref() == Some(&place) {
            return Err(Failure::Argument(format!(
                "`{}` is the scene itself; write to another file",
                path.display()
            )));
        }
        if seen.contains(&place) {
            return Err(Failure::Argument(format!(
                "`{}` is given for two outputs; give each a file of its own",
                path.display()
            )));
        }
        seen.push(place);
    }
    Ok(())
}

/// The one name of a place in the file system: of the file when it is there, else of its folder with its name.
fn resolved(path: &Path) -> PathBuf {
    if let Ok(whole) = path.canonicalize() {
        return whole;
    }
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    match (folder.canonicalize(), path.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => path.to_owned(),
    }
}
