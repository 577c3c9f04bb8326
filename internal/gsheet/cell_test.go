package gsheet

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestTextOfACell(t *testing.T) {
	for _, c := range []struct{ shown, held, want, why string }{
		{"1001", "1001", "1001", ""},
		{"1 001", "1001", "1001", "a blank between thousands is the format's"},
		{"1,234", "1234", "1234", "nobody can take it for a fraction"},
		{"1.234,50", "1234.5", "1234.5", ""},
		{"0671234567", "671234567", "0671234567", "a format has kept the zero"},
		{"00", "0", "00", ""},
		{"0,5", "0.5", "0.5", ""},
		{"3.80671E+11", "380671234567", "380671234567", "the format has cut it"},
		{"2,045E+13", "20450000000001", "20450000000001", ""},
		{"1.23457E+19", "12345678901234567890", "1.23457E+19", "the sheet itself has lost digits: it is refused by name"},
		{"2", "1.5", "1.5", "half a piece is not two"},
		{"450", "450.13", "450.13", ""},
		{"450,13", "450.128", "450,13", "hundredths are as people see them"},
		{"450,00 ₴", "450", "450,00 ₴", "a currency is said"},
		{"$450", "450", "$450", ""},
		{"-5", "-5", "-5", ""},
		{"30.11.2026", "46356", "30.11.2026", "a day"},
		{"30.11", "46356", "30.11", ""},
		{"12:30", "0.5208333333", "12:30", ""},
		{"10%", "0.1", "10%", ""},
		{"46356", "46356", "46356", ""},
		{"", "5", "5", "its format hides it"},
		{"5 шт", "5", "5 шт", ""},
	} {
		require.Equal(t, c.want, textOf(c.shown, json.Number(c.held)), "%s %s: %s", c.shown, c.held, c.why)
	}
	require.Equal(t, "1,234", textOf("1,234", "1,234"), "a text is as it was written")
	require.Equal(t, "TRUE", textOf("TRUE", true))
	require.Equal(t, "007", textOf("007", "007"))
}

func TestWaits(t *testing.T) {
	now := time.Date(2026, 11, 30, 9, 0, 0, 0, time.UTC)
	for header, want := range map[string]time.Duration{"": 0, "90": 90 * time.Second, "-5": 0, "99999999999": time.Hour, "soon": 0, "Mon, 30 Nov 2026 09:02:00 GMT": 2 * time.Minute} {
		require.Equal(t, want, waitOf(header, now), header)
	}
}
