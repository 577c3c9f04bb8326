package wording

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/racing"
)

func TestDaysAndMoments(t *testing.T) {
	at := time.Date(2026, 11, 9, 7, 5, 59, 0, time.FixedZone("", 2*60*60))
	for language, want := range map[Language][2]string{
		English:   {"2026-11-09", "2026-11-09 07:05"},
		Ukrainian: {"09.11.2026", "09.11.2026 07:05"},
		"":        {"09.11.2026", "09.11.2026 07:05"},
	} {
		require.Equal(t, want, [2]string{language.Day(at), language.Moment(at)}, language)
	}
	require.Equal(t, "2026-11", at.Format(MonthLayout))
	require.Equal(t, time.DateOnly+clockLayout, MinuteLayout)
}

// notations are the code that has layouts of its own: it reads what others wrote in many ways, or
// is a service that is not to know the program.
var notations = []string{
	"importer/orderfile/", "internal/bankfile/", "internal/csvtemplate/", "internal/learn/guess/", "internal/sandbox/",
}

// TestLayoutsStandOnce: what is written for people is written by one rule.
func TestLayoutsStandOnce(t *testing.T) {
	racing.Skip(t)
	for _, folder := range []string{"cmd", "exporter", "importer", "internal"} {
		require.NoError(t, filepath.WalkDir(filepath.Join("../..", folder), func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			name := filepath.ToSlash(strings.TrimPrefix(filepath.ToSlash(path), "../../"))
			if name == "internal/wording/day.go" || slices.ContainsFunc(notations, func(of string) bool { return strings.HasPrefix(name, of) }) {
				return nil
			}
			code, err := os.ReadFile(path)
			for _, layout := range []string{MonthLayout, MinuteLayout, DottedDay} {
				require.NotContains(t, string(code), strconv.Quote(layout), name)
			}
			return err
		}))
	}
}
