// Package history remembers what a feed held when it was last published, says what
// changed since, and guards a shop against a feed that lost too much at once.
//
// The memory is one hidden file beside the feed (see Path), so that it goes with the
// feed wherever that is built from. A build opens it, adds its offers in the feed's
// order, asks the guard, publishes the feed, and lets the new memory take the old
// one's place:
//
//	past, err := history.Open(out)                // what was published
//	comparison := past.Compare(changes, guard)    // changes: a CSV, may be nil
//	defer comparison.Abort()
//	err = comparison.Add(entry)                   // for each offer
//	summary, err := comparison.Finish()
//	findings := guard.Judge(summary)              // any: do not publish
//	err = comparison.Commit()                     // after the feed is in its place
//
// A build that ends between the feed and its memory leaves the older memory: the next
// build then names the same changes once more, and its guard is none the laxer.
//
// # Words
//
//   - entry: an offer as the build hands it over, with the values that the feed shows
//   - state: what is compared of an offer: its price, quantity and availability
//   - record: an offer as the memory holds it
//   - block: the records that are packed together
//   - past: the memory of the feed that is published
//   - comparison: the new feed held against the past, offer by offer
//   - stride: goes through the blocks of the memory beside those of the new feed, while the offers
//     stand where they stood
//   - cursor: goes forward through the memory beside the new feed
//   - displaced: the states of offers that the cursor had to pass
//   - slot: one offer of the past in 24 bytes
//   - table: finds the number of an offer by the hash of its id
//   - changes: the CSV that says what changed
//   - guard: the limits beyond which a feed is not published; a finding is one that is
//     passed
//   - share: an exact part of a whole; a factor is an exact number of times
package history
