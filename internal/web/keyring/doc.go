// Package keyring keeps the keys that programs and partners show: which feed each opens,
// whether it may drop order files, or look at how things stand. Keys stand in the config or
// in a file, where they are made and revoked while the daemon runs. Of a key of the file there
// is only its SHA-256.
package keyring
