package importer_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/overview"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// An order that waits says until when and why: in its row and in its story.
func TestWaitingOrdersSayUntilWhen(t *testing.T) {
	r := newRig(t, func(c *desk.Config) { c.Throttle = time.Second })
	r.shop.always = throttled
	report, err := r.im.Import(t.Context(), "", r.write("a.csv", orders("1")), nil)
	require.Equal(t, supplier.KindThrottled, supplier.KindOf(err))
	require.Equal(t, "pending", statuses(report))
	order := r.order("1")
	until := order.NotBefore.Local().Format(time.DateTime)
	require.Contains(t, report.Rows[0].Error.Message, "it waits until "+until)
	status, err := r.im.Query(t.Context(), overview.StatusQuery{Number: "1"})
	require.NoError(t, err)
	require.Contains(t, status.Orders[0].Message, until)
	require.Contains(t, status.Orders[0].Story.Way, until)
	require.Contains(t, status.Orders[0].Story.Way, "dropbridge retry 1")
}
