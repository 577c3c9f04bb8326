// Package objects has the importer's files in a bucket: it is a desk.Disk with folders of this
// machine in front and a bucket behind, so that any machine takes a file, goes on with what
// another one took, and shows what became of it.
//
// Each folder has its objects under its own name: inbox/, results/, archive/, failed/ and
// spool/. What the importer writes is written to the folder as ever, and put into the bucket
// before the call returns; what it looks for is looked for in the bucket. The folder is this
// machine's copy, which may be lost at any time. Hidden files of a folder, such as locks,
// are this machine's own, but for the journal's signs, which are brought and fetched by name.
//
// The private copy of a file is put before the journal records the file (Rename), so that a
// file that is known can be read by every machine (Fetch). An original is moved by three
// steps: its content is put under a free name where it goes, without overwriting; then it is
// taken away, if it still is the one that was read; a crash between leaves it in the inbox,
// where the next one finds its content moved already, and only takes it away.
//
// A file in the inbox needs no time to settle: an object appears by one put, whole. One that
// is replaced is another object with another mark, and is told as such by Look.
//
// Journal makes paths out of what the journal keeps, and back: there they are names of
// objects, as each machine may have its folders elsewhere.
//
// Words: a root is a folder that has objects behind it; a key is an object's name; a mark is
// its size, time and tag; at hand is what lies in this machine's folder.
package objects
