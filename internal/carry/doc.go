// Package carry makes the files of one side those of another: a bucket those of the folders of
// this machine, folders those of a bucket, or a bucket those of another bucket. What a file is
// called on both sides is its key, as importer/objects and exporter/mirror have them.
//
// It can be done as often as one likes, and goes on where it was cut off: a file that is there
// with the same content is done. That it has the same content is found out from the content
// itself, which is read back from the bucket once after it was put. A side is asked again only
// for what looks otherwise than it did.
//
// A side that has only ever been filled from here is made equal: what the other one does not have
// is taken away. In folders, where files of other times may lie, nothing is taken away but what
// belongs to a set, see Place; a file in the place of another one is kept beside it where Place
// says so.
//
// # Words
//
//   - side: a bucket, or the folders of this machine
//   - place: a folder of this machine and the prefix of the keys of what lies in it
//   - set: files that belong together, such as a feed and its memory
//   - entry: a file of a side, as a list tells it
//   - mark: what an entry looks like without its content being read: it changes with it
//   - sum: how many files, how many bytes, and a SHA-256 over their keys and contents
package carry
