package sheet_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/gsheet"
	"github.com/dropbridge/dropbridge/internal/gsheet/gsheettest"
)

const link = "https://docs.google.com/spreadsheets/d/" + gsheettest.ID + "/edit#gid=7"

// read is a config with these keys under a source, and what its sheets come to.
func read(t *testing.T, keys string) (*config.Config, error) {
	t.Helper()
	return config.Read(filepath.Join(t.TempDir(), "x.yaml"), []byte("inbox:\n  sources:\n    shop:\n      google_sheet:\n        "+strings.ReplaceAll(keys, "\n", "\n        ")+"\n"))
}

func noEnv(string) (string, bool) { return "", false }

func TestPlans(t *testing.T) {
	c, err := read(t, `url: "`+link+`"`)
	require.NoError(t, err)
	plans, err := c.Sheets(noEnv)
	require.NoError(t, err)
	require.Len(t, plans, 1)
	p := plans["shop"]
	require.Equal(t, gsheet.Link{ID: gsheettest.ID, GID: "7"}, p.Link)
	require.Equal(t, 5*time.Minute, p.When.Interval())
	require.Equal(t, time.Minute, p.Settle)
	require.Nil(t, p.Account)
	require.False(t, p.Write || p.Columns)

	keys := "url: \"" + link + "\"\nsheet: Orders\ncredentials_env: SHEET_KEY\nevery: 2m\nquiet: 23:00-06:00\njitter: 10s\nsettle: 0s\nresult: {sheet: Statuses}\nendpoint: http://127.0.0.1:8099/"
	c, err = read(t, keys)
	require.NoError(t, err, "the environment is no matter of the file's form")
	_, err = c.Sheets(noEnv)
	require.ErrorContains(t, err, "credentials_env: the environment has no SHEET_KEY")
	plans, err = c.Sheets(func(name string) (string, bool) { return string(gsheettest.KeyFile(t)), name == "SHEET_KEY" })
	require.NoError(t, err)
	p = plans["shop"]
	require.Equal(t, gsheettest.Email, p.Account.Email)
	require.Equal(t, "Orders", p.Tab)
	require.Equal(t, "Statuses", p.Results)
	require.True(t, p.Write)
	require.Zero(t, p.Settle)
	require.Equal(t, "http://127.0.0.1:8099", p.Endpoint)
	require.Equal(t, 10*time.Second, p.When.Jitter)
}

func TestTheKeyOfAnAccountIsAFile(t *testing.T) {
	c, err := read(t, "url: \""+link+"\"\ncredentials_file: keys/google.json\nresult: {columns: true}")
	require.NoError(t, err)
	_, err = c.Sheets(os.LookupEnv)
	require.ErrorContains(t, err, ":6:27: inbox.sources.shop.google_sheet.credentials_file: open")
	require.NoError(t, os.Mkdir(c.Path("keys"), 0o700))
	require.NoError(t, os.WriteFile(c.Path("keys/google.json"), []byte(`{"type":"authorized_user"}`), 0o600))
	_, err = c.Sheets(os.LookupEnv)
	require.ErrorContains(t, err, "this is no key of a service account")
	require.Contains(t, failure.Hint(err), "Add key")
	require.NoError(t, os.WriteFile(c.Path("keys/google.json"), gsheettest.KeyFile(t), 0o600))
	plans, err := c.Sheets(os.LookupEnv)
	require.NoError(t, err)
	require.True(t, plans["shop"].Columns)
	_, secrets := c.ReadFrom()
	require.Contains(t, secrets, c.Path("keys/google.json"), "a new key is gone over to by itself")
}

// TestMistakes are named with their place and the way out.
func TestMistakes(t *testing.T) {
	at := "url: \"" + link + "\"\n"
	for text, want := range map[string][2]string{
		"every: 5m":                              {"google_sheet.url:", "copy the address from the browser"},
		"url: https://drive.google.com/file/d/x": {":5:14: inbox.sources.shop.google_sheet.url: https://drive", "no other address is taken"},
		at + "every: 5s":                         {".every: 5s is too short for Google", "30s at least"},
		at + "settle: soon":                      {".settle: \"soon\"", "write it like 1m"},
		at + "settle: -1s":                       {".settle: \"-1s\"", "24h at most"},
		at + "sheet: Orders":                     {".sheet goes with credentials_file", "the gid at the end"},
		at + "result: {columns: true}":           {".result goes with credentials_file", "folder results"},
		at + "credentials_file: k\nresult: {}":   {".result needs one of columns and sheet", "result: {columns: true}"},
		at + "credentials_file: k\nresult: {columns: true, sheet: S}":                                         {".result needs one of columns and sheet", "result: {sheet: NAME}"},
		at + "credentials_file: k\nsheet: S\nresult: {sheet: S}":                                              {".result.sheet is the tab of the orders", "another tab"},
		at + "credentials_file: k\ncredentials_env: E":                                                        {".credentials_env stands beside", "keep one of both"},
		at + "endpoint: http://evil.example":                                                                  {".endpoint: \"http://evil.example\"", "leave it out"},
		at + "endpoint: http://shop.localhost:1":                                                              {".endpoint:", "leave it out"},
		at + "endpoint: http://127.0.0.1:1/x":                                                                 {".endpoint:", "leave it out"},
		"url: https://docs.google.com/spreadsheets/d/e/" + gsheettest.Published + "/pub\ncredentials_file: k": {"does not say which spreadsheet", "at which the spreadsheet is edited"},
		at + "colour: red": {"colour", ""},
	} {
		_, err := read(t, text)
		require.ErrorContains(t, err, want[0], text)
		require.Contains(t, failure.Hint(err), want[1], text)
		require.Equal(t, failure.Config, failure.KindOf(err), text)
	}
}

// TestASheetIsOfOneSource: the source is part of an order's key.
func TestASheetIsOfOneSource(t *testing.T) {
	one := "google_sheet: {url: \"" + link + "\"}"
	_, err := config.Read("x.yaml", []byte("inbox:\n  "+one+"\n  sources:\n    shop: {"+one+"}\n"))
	require.ErrorContains(t, err, "inbox.sources.shop.google_sheet.url: inbox.google_sheet reads this sheet, too")
	require.Contains(t, failure.Hint(err), "posted twice")
	_, err = config.Read("x.yaml", []byte("inbox:\n  "+one+"\n  sources:\n    shop: {"+strings.Replace(one, "gid=7", "gid=8", 1)+"}\n"))
	require.NoError(t, err, "two tabs are two sheets; and what holds for the inbox itself is no sheet of its sources")
}
