package cells

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPlainNumber(t *testing.T) {
	for text, want := range map[string]string{
		"3.80670000813E+11": "380670000813", "449.99999999999994": "450", "1E+3": "1000", "2.0": "2", "0.1": "0.1", "-0": "0",
		"0.30000000000000004": "0.3", "99.5": "99.5", "1e-3": "0.001", "20450000000001": "20450000000001",
		"123456789012345678": "123456789012346000",
	} {
		got, ok := plainNumber(text)
		require.True(t, ok)
		require.Equal(t, want, got)
	}
	for _, text := range []string{"", "x", "NaN", "Inf", "1e999"} {
		_, ok := plainNumber(text)
		require.False(t, ok, text)
	}
}

func TestNumberFormats(t *testing.T) {
	date, none := numberFormat{date: true}, numberFormat{}
	for code, want := range map[string]numberFormat{
		"yyyy-mm-dd": date, "dd.mm.yy h:mm": date, "[h]:mm": date, "[$-419]d mmm yyyy": date, "mmmm": date,
		"0.00E+00": none, "General": none, `0 "days"`: none, `0\d`: none, "[Red]0": none, "0.00;[h]": none, "# ##0,00": none, `"unclosed`: none,
		"0000000000": {zeros: 10}, "000000": {zeros: 6}, "00-00": none, "": none,
	} {
		require.Equal(t, want, parseFormat(code), code)
	}
}

func TestDateText(t *testing.T) {
	for _, c := range []struct {
		serial   string
		date1904 bool
		want     string
	}{
		{"46162", false, "2026-05-20"}, {"46156.75", false, "2026-05-14 18:00"}, {"44700", true, "2026-05-20"},
		{"1", false, "1900-01-01"}, {"59", false, "1900-02-28"}, {"60", false, "1900-02-29"}, {"61", false, "1900-03-01"},
		{"0.5", false, "12:00"}, {"0", true, "1904-01-01"}, {"46156.7499999999", false, "2026-05-14 18:00"},
		{"-1", false, ""}, {"2958466", false, ""},
	} {
		got, _ := dateText(c.serial, c.date1904)
		require.Equal(t, c.want, got, c.serial)
	}
}

func TestUnescape(t *testing.T) {
	for text, want := range map[string]string{"a_x000A_b": "a\nb", "_x005F_x0041_": "_x0041_", "_x00": "_x00", "_xZZZZ_": "_xZZZZ_", "plain": "plain"} {
		require.Equal(t, want, unescape(text))
	}
}
