// Package backups copies the journal by schedule: into a folder, and into the bucket where one is
// behind the folders. It says which copies are kept, takes away only what it has written itself, and
// tells when the last good copy was made and what kept a newer one from being made.
//
// # Words
//
//   - copy: a whole journal as it was at one moment, in a file named after the journal and the moment
//   - plan: where copies go, when they are made, and which of them are kept
//   - policy: which copies are kept, by their number or by days, weeks and months
//   - keeper: makes copies by a plan while the daemon runs
//   - trouble: why the last attempt failed, beside the state, for whoever asks how things stand
package backups
