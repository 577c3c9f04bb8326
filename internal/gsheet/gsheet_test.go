package gsheet_test

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/gsheet"
	"github.com/dropbridge/dropbridge/internal/gsheet/gsheettest"
	"github.com/dropbridge/dropbridge/internal/testmain"
	"github.com/dropbridge/dropbridge/internal/wording"
)

func TestMain(m *testing.M) { os.Exit(testmain.Run(m)) }

const docs = "https://docs.google.com/spreadsheets/"

func TestLinks(t *testing.T) {
	id, published := gsheettest.ID, gsheettest.Published
	for text, want := range map[string]gsheet.Link{
		docs + "d/" + id + "/edit#gid=7":                                {ID: id, GID: "7"},
		docs + "d/" + id + "/edit?gid=7#gid=7":                          {ID: id, GID: "7"},
		docs + "d/" + id + "/edit?usp=sharing":                          {ID: id},
		" " + docs + "d/" + id + "/":                                    {ID: id},
		docs + "d/" + id:                                                {ID: id},
		docs + "u/1/d/" + id + "/view":                                  {ID: id},
		docs + "d/" + id + "/export?format=csv&gid=0":                   {ID: id, GID: "0"},
		docs + "d/e/" + published + "/pubhtml":                          {ID: published, Published: true},
		docs + "d/e/" + published + "/pub?gid=3&output=csv&single=true": {ID: published, Published: true, GID: "3"},
	} {
		l, err := gsheet.ParseLink(text)
		require.NoError(t, err, text)
		require.Equal(t, want, l, text)
		again, err := gsheet.ParseLink(l.Address())
		require.NoError(t, err)
		require.Equal(t, want, again, "what is shown to people is a link as well")
	}
}

func TestOtherLinksAreRefusedWithTheWayOut(t *testing.T) {
	id := gsheettest.ID
	for _, text := range []string{
		"", "orders", "http://docs.google.com/spreadsheets/d/" + id + "/edit", "https://docs.google.com/document/d/" + id + "/edit",
		"https://drive.google.com/file/d/" + id + "/view", "https://docs.google.com.evil.example/spreadsheets/d/" + id, "https://user@docs.google.com/spreadsheets/d/" + id,
		"https://docs.google.com/forms/d/e/" + id + "/viewform", docs + "d/short/edit", docs + "d/" + id + "/edit#gid=x", docs + "d/" + id + "/edit?gid=1#gid=2",
		docs + "d/" + id + "/../../secret", "https://sheets.googleapis.com/v4/spreadsheets/" + id,
	} {
		_, err := gsheet.ParseLink(text)
		fault, is := errors.AsType[*gsheet.Fault](err)
		require.True(t, is, text)
		require.Equal(t, gsheet.BadLink, fault.Code)
		require.Equal(t, failure.Config, failure.KindOf(err))
		require.Contains(t, failure.Hint(err), "copy the address from the browser")
		what, way := fault.Say(wording.Ukrainian)
		require.NotEqual(t, what, fault.Error())
		require.NotEqual(t, way, fault.Hint())
	}
}

// open is the sheet that is read from a stand-in.
func open(t *testing.T, s *gsheettest.Server, change func(*gsheet.Options)) *gsheet.Sheet {
	t.Helper()
	o := gsheet.Options{Link: gsheet.Link{ID: gsheettest.ID}, Endpoint: s.URL}
	change(&o)
	sheet, err := gsheet.New(o)
	require.NoError(t, err)
	return sheet
}

func account(t *testing.T) *gsheet.Account {
	t.Helper()
	a, err := gsheet.ParseKey(gsheettest.KeyFile(t))
	require.NoError(t, err)
	return a
}

func twoTabs(t *testing.T) *gsheettest.Server {
	t.Helper()
	return gsheettest.New(t,
		gsheettest.NewTab("Orders", 0, gsheettest.Row("No", "Name"), gsheettest.Row("1", "a, \"b\"\nc"), gsheettest.Row(), gsheettest.Row("2")),
		gsheettest.NewTab("It's old", 7, gsheettest.Row("old"))).Listen(t)
}

func TestALinkIsRead(t *testing.T) {
	s := twoTabs(t)
	want := [][]string{{"No", "Name"}, {"1", "a, \"b\"\nc"}, {"", ""}, {"2", ""}}
	g, err := open(t, s, func(*gsheet.Options) {}).Read(t.Context())
	require.NoError(t, err)
	require.Equal(t, want, g.Rows, "blank rows are kept: a row has its number")
	require.Equal(t, "2", g.Cell(3, 0))
	require.Empty(t, g.Cell(9, 9))
	g, err = open(t, s, func(o *gsheet.Options) { o.Link.GID = "7" }).Read(t.Context())
	require.NoError(t, err)
	require.Equal(t, [][]string{{"old"}}, g.Rows)
	g, err = open(t, s, func(o *gsheet.Options) { o.Link = gsheet.Link{ID: gsheettest.Published, Published: true} }).Read(t.Context())
	require.NoError(t, err)
	require.Equal(t, want, g.Rows)
}

func TestAnAccountReads(t *testing.T) {
	s := twoTabs(t)
	s.Tabs[0].Cells = [][]gsheettest.Cell{gsheettest.Row("No", "Phone", "", "Sum"), {gsheettest.Number("1001", "1 001"), gsheettest.Number("380671234567", "3.80671E+11"), {}, gsheettest.Number("1.5", "2")}}
	sheet := open(t, s, func(o *gsheet.Options) { o.Account, o.Tab = account(t), "Orders" })
	g, err := sheet.Read(t.Context())
	require.NoError(t, err)
	require.Equal(t, [][]string{{"No", "Phone", "", "Sum"}, {"1001", "380671234567", "", "1.5"}}, g.Rows)
	require.Equal(t, "Orders", g.Tab)
	_, err = sheet.Read(t.Context())
	require.NoError(t, err)
	require.Equal(t, 1, s.Calls("token"), "a token serves until its end")
	require.Zero(t, s.Calls("export"))
	g, err = sheet.ReadTab(t.Context(), "It's old")
	require.NoError(t, err)
	require.Equal(t, [][]string{{"old"}}, g.Rows)
	g, err = open(t, s, func(o *gsheet.Options) { o.Account, o.Link.GID = account(t), "7" }).Read(t.Context())
	require.NoError(t, err)
	require.Equal(t, "It's old", g.Tab)
}

// TestAnAccountWrites: texts stay texts, nothing else is touched, and a tab that is too small grows.
func TestAnAccountWrites(t *testing.T) {
	s := twoTabs(t)
	s.Tabs[0].Lines, s.Tabs[0].Columns = 4, 2
	sheet := open(t, s, func(o *gsheet.Options) { o.Account, o.Tab, o.Write = account(t), "Orders", true })
	g, err := sheet.Read(t.Context())
	require.NoError(t, err)
	require.NoError(t, sheet.Write(t.Context(), g, []gsheet.Block{{Row: 1, Column: 2, Texts: [][]string{{"=1+1", "20450000000001"}}}, {Row: 4, Column: 0, Texts: [][]string{{"3"}}}}))
	require.Equal(t, [][]string{{"No", "Name"}, {"1", "a, \"b\"\nc", "=1+1", "20450000000001"}, nil, {"2"}, {"3"}}, s.Tabs[0].Texts())
	require.Equal(t, []int{5, 4}, []int{s.Tabs[0].Lines, s.Tabs[0].Columns})
	require.Equal(t, 1, s.Calls("spreadsheets.batchUpdate"))
}

// TestFaults: each is told by name with the way out, in both languages, and gives no cells.
func TestFaults(t *testing.T) {
	answer := func(status int, kind, text string, header ...string) func(*gsheettest.Server) {
		return func(s *gsheettest.Server) {
			s.Answer = func(w http.ResponseWriter, r *http.Request) bool {
				if r.URL.Path == "/token" {
					return false
				}
				w.Header().Set("Content-Type", kind)
				for i := 0; i < len(header); i += 2 {
					w.Header().Set(header[i], header[i+1])
				}
				w.WriteHeader(status)
				fmt.Fprint(w, text)
				return true
			}
		}
	}
	api := func(change func(*gsheet.Options)) func(*gsheet.Options) {
		return func(o *gsheet.Options) {
			if o.Account = account(t); change != nil {
				change(o)
			}
		}
	}
	link := func(*gsheet.Options) {}
	for name, c := range map[string]struct {
		ask    func(*gsheet.Options)
		stand  func(*gsheettest.Server)
		code   gsheet.Code
		detail string
	}{
		"sign-in page":        {link, func(s *gsheettest.Server) { s.Shared = false }, gsheet.NotShared, "Google asks to sign in"},
		"sign-in page as is":  {link, answer(200, "text/html", `<a href="https://accounts.google.com/x">`), gsheet.NotShared, ""},
		"another page":        {link, answer(200, "text/html", "<html>"), gsheet.NotCSV, ""},
		"not for us":          {link, answer(403, "text/html", ""), gsheet.NotShared, ""},
		"gone":                {link, answer(404, "text/html", ""), gsheet.NotFound, ""},
		"wrong gid":           {func(o *gsheet.Options) { o.Link.GID = "99" }, nil, gsheet.NoTab, "gid=99"},
		"half a cell":         {link, answer(200, "text/csv", "No,Name\r\n1,\"a"), gsheet.Cut, ""},
		"half an answer":      {link, answer(200, "text/csv", "No,Name\r\n1,", "Content-Length", "500"), gsheet.Cut, ""},
		"binary":              {link, answer(200, "text/csv", "\xff\xfe"), gsheet.NotCSV, ""},
		"too often":           {link, answer(429, "text/html", "", "Retry-After", "120"), gsheet.Throttled, ""},
		"out of order":        {link, answer(503, "text/html", ""), gsheet.Away, "503 Service Unavailable"},
		"another host":        {link, answer(302, "text/html", "", "Location", "https://evil.example/x"), gsheet.Elsewhere, ""},
		"the sign-in host":    {link, answer(302, "text/html", "", "Location", "https://accounts.google.com/x"), gsheet.NotShared, ""},
		"odd":                 {link, answer(418, "text/html", ""), gsheet.Refused, "418"},
		"not shared":          {api(nil), func(s *gsheettest.Server) { s.Reads = false }, gsheet.NotAllowed, gsheettest.Email},
		"revoked key":         {api(nil), func(s *gsheettest.Server) { s.Revoked = true }, gsheet.KeyRefused, "invalid_grant Invalid JWT Signature."},
		"revoked tokens":      {api(nil), answer(401, "application/json", `{"error":{"message":"invalid"}}`), gsheet.KeyRefused, "401 invalid"},
		"api off":             {api(nil), func(s *gsheettest.Server) { s.APIOff = true }, gsheet.APIOff, ""},
		"several tabs":        {api(nil), nil, gsheet.SeveralTabs, "Orders, It's old"},
		"no such tab":         {api(func(o *gsheet.Options) { o.Tab = "New" }), nil, gsheet.NoTab, "New"},
		"no such gid":         {api(func(o *gsheet.Options) { o.Link.GID = "8" }), nil, gsheet.NoTab, "gid=8"},
		"two names":           {api(func(o *gsheet.Options) { o.Link.GID, o.Tab = "7", "Orders" }), nil, gsheet.OtherTab, "Orders"},
		"another spreadsheet": {api(func(o *gsheet.Options) { o.Link.ID = "another" }), nil, gsheet.NotFound, ""},
		"excel":               {api(nil), answer(400, "application/json", `{"error":{"status":"FAILED_PRECONDITION"}}`), gsheet.NoSheet, ""},
		"api too often":       {api(nil), answer(429, "application/json", `{}`, "Retry-After", "120"), gsheet.Throttled, ""},
		"half of JSON":        {api(nil), answer(200, "application/json", `{"sheets":[`), gsheet.Cut, ""},
		"api leads elsewhere": {api(nil), answer(302, "text/html", "", "Location", "/cdn"), gsheet.Elsewhere, ""},
		"edited": {api(func(o *gsheet.Options) { o.Tab = "Orders" }), func(s *gsheettest.Server) {
			reads := 0
			s.Before = func(call string) {
				if call == "values.get" {
					if reads++; reads == 2 {
						s.Tabs[0].Cells[1], s.Tabs[0].Cells[3] = s.Tabs[0].Cells[3], s.Tabs[0].Cells[1]
					}
				}
			}
		}, gsheet.Edited, ""},
	} {
		t.Run(name, func(t *testing.T) {
			s := twoTabs(t)
			if c.stand != nil {
				c.stand(s)
			}
			g, err := open(t, s, c.ask).Read(t.Context())
			require.Nil(t, g)
			fault, is := errors.AsType[*gsheet.Fault](err)
			require.True(t, is, "%v", err)
			require.Equal(t, c.code, fault.Code)
			require.Contains(t, fault.Error(), c.detail)
			for _, l := range []wording.Language{wording.Ukrainian, wording.English} {
				what, way := fault.Say(l)
				require.NotContains(t, what+way, "gsheet.")
				require.NotEmpty(t, way)
			}
			if c.code == gsheet.Throttled {
				require.Equal(t, 2*time.Minute, fault.Wait)
			}
		})
	}
}

func TestWritingIsRefused(t *testing.T) {
	for name, stand := range map[string]func(*gsheettest.Server){
		"viewer": func(s *gsheettest.Server) { s.Writes = false },
		"protected": func(s *gsheettest.Server) {
			s.Answer = func(w http.ResponseWriter, r *http.Request) bool {
				if !strings.Contains(r.URL.Path, "batchUpdate") {
					return false
				}
				w.WriteHeader(http.StatusBadRequest)
				fmt.Fprint(w, `{"error":{"code":400,"message":"You are trying to edit a protected cell or object.","status":"INVALID_ARGUMENT"}}`)
				return true
			}
		},
	} {
		s := twoTabs(t)
		stand(s)
		sheet := open(t, s, func(o *gsheet.Options) { o.Account, o.Tab, o.Write = account(t), "Orders", true })
		g, err := sheet.Read(t.Context())
		require.NoError(t, err)
		err = sheet.Write(t.Context(), g, []gsheet.Block{{Texts: [][]string{{"x"}}}})
		fault, is := errors.AsType[*gsheet.Fault](err)
		require.True(t, is, name)
		require.Equal(t, gsheet.ReadOnly, fault.Code, name)
		require.Contains(t, fault.Hint(), "Editor")
	}
}

// TestKeys: a file that is none is refused, and nothing of it is shown.
func TestKeys(t *testing.T) {
	good := string(gsheettest.KeyFile(t))
	for name, c := range map[string]struct {
		text string
		code gsheet.Code
	}{
		"an OAuth client": {`{"installed":{"client_id":"x","client_secret":"s3cret"}}`, gsheet.BadKey},
		"cut":             {good[:len(good)/2], gsheet.BadKey},
		"no email":        {strings.Replace(good, gsheettest.Email, "", 1), gsheet.BadKey},
		"another host":    {strings.Replace(good, "oauth2.googleapis.com", "tokens.example", 1), gsheet.ForeignKey},
		"no TLS":          {strings.Replace(good, "https://oauth2", "http://oauth2", 1), gsheet.ForeignKey},
	} {
		_, err := gsheet.ParseKey([]byte(c.text))
		fault, is := errors.AsType[*gsheet.Fault](err)
		require.True(t, is, name)
		require.Equal(t, c.code, fault.Code, name)
		require.NotContains(t, err.Error(), "s3cret")
		require.Equal(t, failure.Config, failure.KindOf(err))
	}
	require.NotContains(t, fmt.Sprintf("%+v", *account(t)), "PRIVATE")
	_, err := gsheet.New(gsheet.Options{Account: account(t), Link: gsheet.Link{ID: gsheettest.Published, Published: true}})
	require.ErrorContains(t, err, "Publish to web")
}
