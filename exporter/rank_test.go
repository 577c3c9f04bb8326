package exporter

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter/remark"
	"github.com/dropbridge/dropbridge/exporter/template"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// rankedFeed has a row for each product, and one more for each group, by a number made of
// the group's id or, of what stands alone, of its own.
func rankedFeed(t *testing.T, number string) Feed {
	t.Helper()
	compiled, err := template.Compile("ranked.yaml", []byte("name: ranked\nkind: feed\nformat: csv\ngroup: true\norder: '"+number+"'\nneeds: [{value: price}]\n"+
		"unique: [{value: '"+number+"', of: group, name: number, mend: take another}]\n"+`
rows: [{row: one, of: any}, {row: all, of: last, when: 'len(group.members) > 0'}]
columns:
  - {heading: number, value: '`+number+`'}
  - {heading: sku, in: {one: {value: sku}}}
  - {heading: members, in: {all: {value: 'join(map(group.members, .sku + " " + .key + " " + text(.price) + " " + text(.available ? .quantity ?? 1 : 0) + " " + .availability), ", ")'}}}
`))
	require.NoError(t, err)
	return Feed{Name: "ranked", Template: compiled}
}

// ranked is a product of a group, with a colour that tells it apart where it has one.
func ranked(id, group, colour string, change ...func(*supplier.Product)) supplier.Product {
	return worldProduct(id, func(p *supplier.Product) {
		p.GroupID, p.Tiers = group, nil
		if colour != "" {
			p.Attributes = append(p.Attributes, supplier.Attribute{Name: "Колір", Value: colour})
		}
		for _, c := range change {
			c(p)
		}
	})
}

// TestGroupsStandByTheirRanks: a group stands by one number, wherever its members are in
// the list, and those that nothing tells apart stand by their own.
func TestGroupsStandByTheirRanks(t *testing.T) {
	products := []supplier.Product{
		ranked("50", "", ""), ranked("9", "20", "синій"), ranked("70", "30", ""), ranked("1", "", ""), ranked("60", "30", ""),
		ranked("8", "20", "чорний", func(p *supplier.Product) { p.RRP = money.Must("810") }),
		ranked("7", "20", "білий", func(p *supplier.Product) { p.Availability = supplier.OnOrder }), ranked("40", "40", "білий"),
	}
	f := rankedFeed(t, `stable_number(group_id == "" ? id : group_id)`)
	rows, report := tableOfFeed(t, products, f)
	var got [][]string
	for _, row := range rows {
		got = append(got, []string{row["number"], row["sku"], row["members"]})
	}
	require.Equal(t, [][]string{
		{"1", "1", ""}, {"20", "9", ""}, {"20", "8", ""}, {"20", "7", ""},
		{"20", "", "9 синій 799.00 17 in_stock, 8 чорний 810.00 17 in_stock, 7 білий 799.00 0 on_order"},
		{"40", "40", ""}, {"50", "50", ""}, {"60", "60", ""}, {"70", "70", ""},
	}, got)
	require.Empty(t, report.Skipped)
	again, _ := tableOfFeed(t, []supplier.Product{products[6], products[7], products[5], products[4], products[3], products[2], products[1], products[0]}, f)
	require.Equal(t, rows[len(rows)-3:], again[len(again)-3:], "whatever the order of the list")
}

// TestMembersAreThoseOfTheFeed: a member that the feed cannot take is none of its rows.
func TestMembersAreThoseOfTheFeed(t *testing.T) {
	products := []supplier.Product{ranked("9", "20", "синій", func(p *supplier.Product) { p.RRP = money.Amount{} }), ranked("8", "20", "чорний"), ranked("7", "20", "білий")}
	f := rankedFeed(t, `stable_number(group_id == "" ? id : group_id)`)
	f.MinStock = 18
	products[2].Quantity = supplier.Some[int64](20)
	rows, report := tableOfFeed(t, products, f)
	require.Equal(t, []string{string(remark.PriceMissing)}, skipped(report, "9"))
	require.Equal(t, "8 чорний 799.00 0 in_stock, 7 білий 799.00 20 in_stock", rows[2]["members"], "stock as the feed sells it")
}

// TestGroupsShareWhatIsUnique: the members of a group have one number, and another group or
// product that would have it too is left out as a whole.
func TestGroupsShareWhatIsUnique(t *testing.T) {
	products := []supplier.Product{
		ranked("1", "a", "синій"), ranked("2", "b", "синій"), ranked("3", "a", "чорний"), ranked("4", "b", "чорний"), ranked("5", "", ""), ranked("6", "c", "x"), ranked("7", "c", "y"),
	}
	_, report := tableOfFeed(t, products, rankedFeed(t, `group_id == "c" ? 8 : 7`))
	require.EqualValues(t, 4, report.Offers)
	for _, sku := range []string{"2", "4"} {
		require.Equal(t, []string{string(remark.ValueDuplicate)}, skipped(report, sku))
	}
	require.Equal(t, []string{string(remark.ValueDuplicate)}, skipped(report, "5"))
}
