package sharing

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/dispatch"
	"github.com/dropbridge/dropbridge/internal/rig"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

func read(t *testing.T, text string) *config.Config {
	t.Helper()
	c, err := config.Read("dropbridge.yaml", []byte(text))
	require.NoError(t, err)
	return c
}

// TestEachSupplierIsDue: each is posted to and followed by jobs of his own, under the name by
// which orders have him.
func TestEachSupplierIsDue(t *testing.T) {
	c := read(t, "account: shop\nsuppliers:\n  alpha: {base_url: http://a.example, first: true}\n  beta: {base_url: http://b.example}\ninbox: {sources: {a: {supplier: alpha}}}\n"+
		"feeds: {both: {template: csv, out: b.csv, private: true}, one: {template: csv, out: 1.csv, private: true, supplier: beta}, two: {template: csv, out: 2.csv, private: true, supplier: beta}}\n")
	due := map[dispatch.Kind][]string{}
	for _, one := range schedule(c, &desk.Config{Scan: time.Second}) {
		require.Equal(t, c.Account(), one.Account)
		due[one.Do] = append(due[one.Do], one.Supplier+one.Name)
	}
	require.Equal(t, map[dispatch.Kind][]string{dispatch.BuildFeed: {"", "beta"}, dispatch.PostOrders: {"", "beta"}, dispatch.FollowOrders: {"", "beta"}, dispatch.ShowResults: {""}}, due)
}

// TestFirstCommand: a command that asks for leave before anybody has opened the journal makes its
// tables. The leave is that of the supplier's own account.
func TestFirstCommand(t *testing.T) {
	where := rig.StartPostgres(t).NewDatabase(t)
	c := read(t, "account: shop\njournal: "+where+"\nsuppliers:\n  alpha: {base_url: http://a.example, limits: [1/h]}\n  beta: {base_url: http://b.example, limits: [1/h]}\n"+
		"inbox: {sources: {a: {supplier: alpha}}}\n")
	for _, one := range c.Suppliers() {
		options, err := one.Client(one.Supplier.BaseURL, supplier.NewSecret("token"))
		require.NoError(t, err)
		permits, err := Permits(one, options)
		require.NoError(t, err)
		require.NoError(t, permits.Take(t.Context()), "nobody else has taken his")
		require.NoError(t, permits.Close())
	}
}
