// Package rig is what tests of several processes and machines stand on: real servers that a
// test starts itself, proxies between them that fail at seeded moments, a network inside a process for bubbles of
// testing/synctest, and processes of the
// program itself that are killed and stopped. It is for tests alone.
//
// # Words
//
//   - machine: what a process of the program runs on: a folder, and a clock of its own
//   - process: the program as it runs there; each start of it is a life
//   - proxy: a wire between processes and a server, which can be cut
//   - witness: what stands before a supplier and remembers each post
//   - store: a real S3 server, whose buckets are folders
//   - pipes: a network inside of one process, for tests whose clock is not the machine's
//   - fate: what becomes of an order file of some name
//   - traces: words that a search looks for in everything that was written
//   - stall: a time for which a busy machine let nobody work
package rig
