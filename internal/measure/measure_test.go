package measure

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestMeterCounts(t *testing.T) {
	m := New()
	m.Request(`a "shop"`, "create order", Done, 300*time.Millisecond)
	m.Request(`a "shop"`, "create order", Done, 4*time.Second)
	m.Build("prom", Failed, time.Minute)
	m.Answer("feeds", 304, time.Millisecond)
	var out strings.Builder
	require.NoError(t, m.Write(&out))
	for _, want := range []string{
		"# HELP dropbridge_supplier_request_seconds How long attempts at a request to a supplier took, reading the answer included.\n# TYPE dropbridge_supplier_request_seconds histogram\n",
		`dropbridge_supplier_request_seconds_bucket{supplier="a \"shop\"",operation="create order",outcome="done",le="0.25"} 0` + "\n",
		`dropbridge_supplier_request_seconds_bucket{supplier="a \"shop\"",operation="create order",outcome="done",le="5"} 2` + "\n",
		`dropbridge_supplier_request_seconds_sum{supplier="a \"shop\"",operation="create order",outcome="done"} 4.3` + "\n",
		`dropbridge_feed_build_seconds_count{feed="prom",outcome="failed"} 1` + "\n",
		`dropbridge_http_answer_seconds_count{place="feeds",status="304"} 1` + "\n",
		"\ngo_goroutines ",
	} {
		require.Contains(t, out.String(), want)
	}
}

// TestNoMeterCountsNothing: commands other than run have none.
func TestNoMeterCountsNothing(t *testing.T) {
	var m *Meter
	m.Request("", "", Done, 0)
	m.Build("", Done, 0)
	m.Answer("", 200, 0)
	var out strings.Builder
	require.NoError(t, m.Write(&out))
	require.Empty(t, out.String())
}

func TestLabels(t *testing.T) {
	require.Empty(t, Labels())
	require.Equal(t, `{a="x"}`, Labels("a", "x"))
	require.Equal(t, `{a="\\\"\n�",b=""}`, Labels("a", "\\\"\n\xff", "b", ""))
}
