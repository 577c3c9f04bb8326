// Package rig is what tests of several processes and machines stand on: real servers that a
// test starts itself, proxies between them that fail at seeded moments, and processes of the
// program itself that are killed and stopped. It is for tests alone.
package rig
