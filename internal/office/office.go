// Package office has programs that are not ours read what tests wrote.
package office

import (
	"encoding/csv"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"
)

// Program finds a program that a test compares with. Where it is not installed the test
// is skipped, but never in CI.
func Program(t testing.TB, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil && os.Getenv("CI") != "true" {
		t.Skipf("%s is not installed", name)
	}
	require.NoError(t, err)
	return path
}

// Reading says how LibreOffice gives the cells of a workbook.
type Reading struct {
	Shown       bool // as their formats show them, instead of as they are
	Recalculate bool // formulas, instead of giving the values that stand beside them
}

// settings are LibreOffice's, with those of a reading between them. In a profile that an older
// version wrote, as it takes a new one to be, it tries at its start how the machine draws, which
// costs twice what a small workbook does: none is newer than this.
const settings = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry"><item oor:path="/org.openoffice.Setup/Product">
<prop oor:name="ooSetupLastVersion" oor:op="fuse"><value>9999.9</value></prop></item>%s</oor:items>`

// recalculate is the setting to calculate the formulas of workbooks when they are opened.
const recalculate = `<item oor:path="/org.openoffice.Office.Calc/Formula/Load">
<prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop></item>`

// write writes the settings of a reading into a new profile.
func (r Reading) write(t testing.TB, profile string) {
	t.Helper()
	set := ""
	if r.Recalculate {
		set = recalculate
	}
	require.NoError(t, os.MkdirAll(filepath.Join(profile, "user"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(profile, "user", "registrymodifications.xcu"), fmt.Appendf(nil, settings, set), 0o600))
}

// Sheets has LibreOffice open workbooks, and gives the rows of their sheets by the
// workbook's name without its ending and the sheet's name.
func Sheets(t testing.TB, how Reading, books ...string) map[string]map[string][][]string {
	t.Helper()
	dir := t.TempDir()
	profile := filepath.Join(dir, "profile")
	how.write(t, profile)
	// Comma, double quote, UTF-8, from row 1 on, texts quoted as they are, all sheets.
	filter := "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,-1"
	if how.Shown {
		filter = strings.Replace(filter, "true,false,", "true,true,", 1)
	}
	command := exec.CommandContext(t.Context(), Program(t, "soffice"), append([]string{
		"-env:UserInstallation=file://" + filepath.ToSlash(profile), "--headless", "--convert-to", filter, "--outdir", dir}, books...)...)
	output, err := command.CombinedOutput()
	require.NoError(t, err, string(output))
	all := map[string]map[string][][]string{}
	for _, book := range books {
		stem := strings.TrimSuffix(filepath.Base(book), filepath.Ext(book))
		all[stem] = map[string][][]string{}
		files, err := filepath.Glob(filepath.Join(dir, stem+"-*.csv"))
		require.NoError(t, err)
		for _, file := range files {
			if ofAnother(file, stem, books) {
				continue
			}
			sheet := strings.TrimSuffix(strings.TrimPrefix(filepath.Base(file), stem+"-"), ".csv")
			all[stem][sheet] = rows(t, file)
		}
	}
	return all
}

// ofAnother reports whether a file is of a book whose name begins as that of the stem does, and
// is longer: "opencart-options-Products.csv" is no sheet of "opencart".
func ofAnother(file, stem string, books []string) bool {
	for _, book := range books {
		other := strings.TrimSuffix(filepath.Base(book), filepath.Ext(book))
		if len(other) > len(stem) && strings.HasPrefix(filepath.Base(file), other+"-") {
			return true
		}
	}
	return false
}

// Formula is a cell that is calculated.
type Formula struct {
	Ref, Text, Value string // Value stands beside the formula, unformatted
	Row, Column      int    // from 0
}

// Formulas are those of a sheet.
func Formulas(t testing.TB, f *excelize.File, sheet string) (all []Formula) {
	t.Helper()
	rows, err := f.GetRows(sheet, excelize.Options{RawCellValue: true})
	require.NoError(t, err)
	for y := range rows {
		for x, value := range rows[y] {
			ref, err := excelize.CoordinatesToCellName(x+1, y+1)
			require.NoError(t, err)
			text, err := f.GetCellFormula(sheet, ref)
			require.NoError(t, err)
			if text != "" {
				all = append(all, Formula{ref, text, value, y, x})
			}
		}
	}
	return all
}

func rows(t testing.TB, file string) [][]string {
	t.Helper()
	in, err := os.Open(file)
	require.NoError(t, err)
	defer in.Close()
	r := csv.NewReader(in)
	r.FieldsPerRecord = -1
	all, err := r.ReadAll()
	require.NoError(t, err)
	return all
}
