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
package history
