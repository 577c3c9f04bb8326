package orders

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/dropbridge/dropbridge/importer/lexicon"
	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/value"
)

// rowNames makes order numbers for a file that has none: of what the row says once
// read, and of its place among rows that say the same. So they stay the same when the
// file is renamed, sorted, saved in another format, or rows are added.
type rowNames struct {
	seen   map[[sha256.Size]byte]int
	values *value.Reader
}

func newRowNames(v *value.Reader) *rowNames { return &rowNames{map[[sha256.Size]byte]int{}, v} }

func (n *rowNames) next(d *draft) string {
	var b strings.Builder
	add := func(texts ...string) {
		for _, text := range texts {
			fmt.Fprintf(&b, "%d:%s;", len(text), text)
		}
	}
	to := d.order.Recipient
	kind := lexicon.KindBranch
	if d.to.Branch.Kind == lexicon.KindLocker {
		kind = lexicon.KindLocker
	}
	add(to.Name, to.Phone, celltext.OrBlank(to.Email), kind, to.Delivery.City, n.values.BranchNumber(d.to.BranchText))
	for _, item := range d.order.Items {
		add(item.SKU, fmt.Sprint(item.Quantity), item.Price.String())
	}
	way := map[lexicon.Payment]int{lexicon.COD: 1, lexicon.Prepaid: 2}[d.pay.Way]
	add(fmt.Sprint(way), d.pay.COD.String(), d.pay.Total.String(), celltext.OrBlank(d.order.Comment))
	sum := sha256.Sum256([]byte(b.String()))
	n.seen[sum]++
	return fmt.Sprintf("row-%s-%d", hex.EncodeToString(sum[:10]), n.seen[sum])
}
