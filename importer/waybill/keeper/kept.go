package keeper

import (
	"cmp"
	"iter"
	"maps"
	"slices"
	"time"

	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/waybill"
)

// waybillKeeper keeps one file current. It holds the orders that are in it, and asks the
// journal for those that changed.
type waybillKeeper struct {
	*desk.Desk
	source string
	file   waybill.File
	format waybill.Format

	orders   map[int64]waybillEntry // by the journal's number
	nameless map[int64]bool         // with a waybill, and without a number of the shop's own
	read     time.Time              // up to when changes are known
	readAll  time.Time              // when every order was read last
	changed  bool                   // since the file was last compared
	seen     string                 // what the file looked like when it was last known to be current
	sum      string                 // what it said then
	leftOut  []waybill.Unwritable
}

type waybillEntry struct {
	order   waybill.Order
	open    bool // see underWay
	changed time.Time
}

func (k *waybillKeeper) name() string { return cmp.Or(k.source, "inbox") }

// inOrder gives the file's orders as they came in, the latest last.
func (k *waybillKeeper) inOrder() iter.Seq[waybill.Order] {
	ids := slices.Sorted(maps.Keys(k.orders))
	return func(yield func(waybill.Order) bool) {
		for _, id := range ids {
			if !yield(k.orders[id].order) {
				return
			}
		}
	}
}
