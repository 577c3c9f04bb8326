// Package durable writes files that are whole or absent, and moves files that must not be
// lost. A reader sees the old file or the new one; after a power cut one of the two is
// there. Its parts:
//
//	write.go    a temporary file beside its place, fsync, rename, fsync of the folder
//	move.go     a file into another folder, never over another one
//	lock_*.go   the lock that says that a writer lives
//	folder.go   a folder of files, all or none
//	tidy.go     the leftovers of writers that are gone
//	access.go   who may read a file
//	begin_*.go  how a large file is on the disk before its end
//	hold.go     an older file that is given back later
//	space_*.go  how much room a disk has
//	disk_*.go   whether two places lie on one disk
//	pack.go     files packed by gzip, proven
//	names.go    which names files have before they are whole
//
// It imports nothing of the program; every package that writes for others uses it.
package durable
