// Package folder knows what lies in a folder, as files and not as orders: which names are
// never order files, what a name of ours looks like, by which mark a file is recognised,
// what may be taken, and who is at work on a spool.
//
// A dropped file is found by its name (Ignored), admitted by what it is (Admit), copied into
// the spool while it is hashed (CopyInto), and known from then on by that hash and by the
// Mark that its original had.
//
// Words: an original is a file as somebody dropped it; its mark is its size, time and inode;
// a copy is our private one in the spool; an owner is a running importer, whose file in the
// spool is locked as long as it lives.
package folder
