// Package snapshot keeps a copy of the supplier's product list in a file, so that a
// build asks the service only for what changed since the last one.
//
// The copy holds the pages of a full read as the service sent them, followed by the
// pages of changes that later builds were told of. A build streams the copy and puts
// each changed product in its place; what is new stands at the end, as it does in a
// list that is ordered by the time of creation. A product that the service deleted is
// no change that it tells of: it goes with the next full read, at the latest after a
// day.
//
// What changed is asked for from the latest moment of which it is sure that the copy
// holds everything before it: see horizon. A copy that is damaged, foreign, of another
// version or mapping, or too old is not used; the list is then read in full, and
// Pages.Source says why. No fault of the copy fails a build.
package snapshot
