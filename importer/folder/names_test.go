package folder

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

func TestIgnored(t *testing.T) {
	for _, name := range []string{".x", "._orders.csv", "~$orders.xlsx", ".~lock.orders.csv#", "a.TMP", "a.temp", "a.part", "a.partial",
		"a.crdownload", "a.download", "Thumbs.db", "Desktop.ini", "#orders.csv#", "a.csv.opdownload", "@eaDir", "__MACOSX", "orders.csv~", ".dropbridge-00.tmp"} {
		require.True(t, Ignored(name), name)
	}
	for _, name := range []string{"orders.csv", "замовлення.xlsx", "a", "tmp", "part.csv", "download.csv", "~orders.csv"} {
		require.False(t, Ignored(name), name)
	}
}

func TestResultName(t *testing.T) {
	sha := strings.Repeat("0123456789abcdef", 4)
	for name, want := range map[string]string{
		"orders.csv":                     "orders.01234567.result.csv",
		"замовлення 5.xlsx":              "замовлення 5.01234567.result.csv",
		"orders.89abcdef.rejected.csv":   "orders.01234567.result.csv",
		"../../etc/passwd":               "_.._etc_passwd.01234567.result.csv",
		"..hidden.csv":                   "hidden.01234567.result.csv",
		"--help.csv":                     "help.01234567.result.csv",
		".csv":                           "file.01234567.result.csv",
		"con.csv":                        "_con.01234567.result.csv",
		"LPT1.orders.csv":                "_LPT1.orders.01234567.result.csv",
		"a\u202ecsv.exe.csv":             "a_csv.exe.01234567.result.csv",
		"a\nb\x1b[31m.csv":               "a_b_[31m.01234567.result.csv",
		"\xff\xfe.csv":                   "_.01234567.result.csv",
		"a. .csv":                        "a.01234567.result.csv",
		strings.Repeat("ї", 80) + ".csv": strings.Repeat("ї", 50) + ".01234567.result.csv",
	} {
		require.Equal(t, want, ResultName(name, sha, ".csv"), "%q", name)
	}
}

func TestCleanName(t *testing.T) {
	for name, want := range map[string]string{
		"orders.csv": "orders.csv", "a.b.xlsx": "a.b.xlsx", "noext": "noext", "x.very-long-extension": "x.very-long-extension",
		"-x.csv": "x.csv", "nul.csv": "_nul.csv", "a\x00b.c\nv": "a_b.c_v",
		"## ": "_##_", "#a# ": "_#a#_", "#a#..csv": "#a#.csv",
		"con." + strings.Repeat("x", 200) + ".csv":      "_con." + strings.Repeat("x", longestName-5) + ".csv",
		strings.Repeat("x", 96) + ".tmp-of-the-morning": "_" + strings.Repeat("x", 96) + ".t_",
		strings.Repeat("x", 99) + "~ and more":          "_" + strings.Repeat("x", 98) + "_",
	} {
		require.Equal(t, want, CleanName(name))
	}
}

func FuzzNames(f *testing.F) {
	for _, seed := range []string{"orders.csv", "../x", "CON.csv", "a\x00.csv", "\xff", strings.Repeat("x", 300), "…\u202e.xlsx", ". .", "", "## ", "#a# ",
		"con." + strings.Repeat("x", 200) + ".csv", strings.Repeat("x", 96) + ".tmp-of-the-morning"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, name string) {
		for _, got := range []string{CleanName(name), ResultName(name, "0123456789", ".csv")} {
			require.True(t, utf8.ValidString(got))
			require.NotEmpty(t, got)
			require.LessOrEqual(t, len(got), longestName+len(".01234567.result.csv"))
			require.NotContains(t, ".- ", got[:1])
			require.False(t, strings.ContainsFunc(got, func(r rune) bool {
				return strings.ContainsRune(`/\:*?"<>|`, r) || unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)
			}), "%q", got)
			require.False(t, Ignored(got) && !Ignored(name), "%q", got)
		}
	})
}
