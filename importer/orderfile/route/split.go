package route

import (
	"slices"

	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// Part is what one supplier has of an order.
type Part struct {
	Supplier string
	Order    supplier.NewOrder
	Rows     []int
	ItemRows []int
}

// Split takes an order apart whose items go to these suppliers, each to his own, in the order
// in which they come. What is collected on delivery is of each part what its own lines come to:
// where all lines do not come to the order's amount nobody can tell, and the order is refused,
// as is one with a waybill of its own, which is one parcel's.
func Split(order supplier.NewOrder, rows, itemRows []int, suppliers []string) ([]Part, *problem.Fault) {
	var names []string
	for _, name := range suppliers {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(names) > 1 && order.WaybillNumber != nil {
		return nil, problem.Faultf(problem.SupplierSplit+".waybill", names[0], names[1], celltext.Show(*order.WaybillNumber))
	}
	parts := make([]Part, len(names))
	for i, name := range names {
		parts[i] = Part{Supplier: name, Order: order}
		parts[i].Order.Items = nil
	}
	for i, item := range order.Items {
		part := &parts[slices.Index(names, suppliers[i])]
		part.Order.Items, part.ItemRows = append(part.Order.Items, item), append(part.ItemRows, itemRows[i])
	}
	shareRows(parts, rows)
	if len(parts) > 1 && order.Payment.CODAmount.IsSet() {
		return parts, shareAmount(parts, order.Payment.CODAmount)
	}
	return parts, nil
}

// shareRows gives each part the rows of its lines; a row without a line goes with the first.
func shareRows(parts []Part, rows []int) {
	for _, row := range rows {
		taken := false
		for i := range parts {
			if slices.Contains(parts[i].ItemRows, row) {
				parts[i].Rows, taken = append(parts[i].Rows, row), true
			}
		}
		if !taken {
			parts[0].Rows = append(parts[0].Rows, row)
		}
	}
}

// shareAmount gives each part the amount of its lines, where all of them come to the whole.
func shareAmount(parts []Part, whole money.Amount) *problem.Fault {
	all := money.Must("0")
	for i := range parts {
		sum, ok := lines(parts[i].Order.Items)
		if !ok {
			return problem.Faultf(problem.SupplierSplit+".price", parts[0].Supplier, parts[1].Supplier, whole.String())
		}
		parts[i].Order.Payment.CODAmount = sum
		var err error
		if all, err = all.Add(sum); err != nil {
			return problem.Faultf(problem.AmountInvalid, whole.String())
		}
	}
	if !all.Equal(whole) {
		return problem.Faultf(problem.SupplierSplit, parts[0].Supplier, parts[1].Supplier, whole.String(), all.String())
	}
	return nil
}

// lines is what some lines come to; ok is false where one has no price.
func lines(items []supplier.NewItem) (sum money.Amount, ok bool) {
	sum = money.Must("0")
	for _, item := range items {
		line, err := item.Price.Times(item.Quantity)
		if err != nil || !item.Price.IsSet() {
			return sum, false
		}
		if sum, err = sum.Add(line); err != nil {
			return sum, false
		}
	}
	return sum, true
}
