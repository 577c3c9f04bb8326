package templates_test

import (
	"bytes"
	"encoding/csv"
	"flag"
	"os"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter/selection"
	"github.com/dropbridge/dropbridge/internal/packed"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/templates"
)

var update = flag.Bool("update", false, "write maps.zip again")

// TestPacked: what is built in are the files of maps/, byte for byte.
func TestPacked(t *testing.T) {
	archive, files, err := packed.Pack("maps/*.csv")
	require.NoError(t, err)
	if *update {
		require.NoError(t, os.WriteFile("maps.zip", archive, 0o644))
		return
	}
	var want []templates.Map
	for _, file := range files {
		want = append(want, templates.Map{File: "templates/" + file.Name, Data: file.Data})
	}
	require.NotEmpty(t, want)
	got, err := templates.Maps()
	require.NoError(t, err)
	require.Equal(t, want, got, "go test -run Packed -update . writes it")
}

func googleMap(t *testing.T) templates.Map {
	t.Helper()
	files, err := templates.Maps()
	require.NoError(t, err)
	for _, file := range files {
		if file.File == "templates/maps/google.csv" {
			return file
		}
	}
	require.Fail(t, "no map of Google's categories")
	return templates.Map{}
}

// TestGoogleMapIsConsistent: a number has one path and a path one number; every row is found by
// name alone, and says both.
func TestGoogleMapIsConsistent(t *testing.T) {
	rows, err := csv.NewReader(bytes.NewReader(googleMap(t).Data)).ReadAll()
	require.NoError(t, err)
	require.Equal(t, []string{"category", "google_product_category", "google_path"}, rows[0])
	require.Greater(t, len(rows), 300)
	ids, paths := map[string]string{}, map[string]string{}
	number, way := regexp.MustCompile(`^[1-9][0-9]{0,5}$`), regexp.MustCompile(`^[A-Z][A-Za-z0-9&,'() -]*( > [A-Z0-9][A-Za-z0-9&,'()/ -]*)*$`)
	for _, row := range rows[1:] {
		require.Regexp(t, `^\* > \S`, row[0])
		require.Regexp(t, number, row[1], row)
		require.Regexp(t, way, row[2], row)
		if path, known := ids[row[1]]; known {
			require.Equal(t, path, row[2], "%s has one path", row[1])
		}
		if id, known := paths[row[2]]; known {
			require.Equal(t, id, row[1], "%s has one number", row[2])
		}
		ids[row[1]], paths[row[2]] = row[2], row[1]
	}
}

// TestGoogleMapAnswers: usual trees, in both languages, and names that mean another thing below
// another one.
func TestGoogleMapAnswers(t *testing.T) {
	file := googleMap(t)
	m, err := selection.ReadCategoryMap(file.File, file.Data)
	require.NoError(t, err)
	for _, test := range []struct {
		path []string
		want string // "" where nothing is to be said
	}{
		{[]string{"Дім і сад", "Кухня", "Чайники"}, "751"},
		{[]string{"Дом и сад", "Электрочайники"}, "751"},
		{[]string{"Дім і сад", "Невідоме"}, "536"},
		{[]string{"Одяг", "Футболки"}, "212"},
		{[]string{"Іграшки", "М’які іграшки"}, "1259"},
		{[]string{"Зоотовари", "Для собак", "Іграшки"}, "5010"},
		{[]string{"Зоотовари", "Одяг"}, "2"},
		{[]string{"Електроніка", "Смартфони", "Чохли"}, "2353"},
		{[]string{"Электроника", "Смартфоны"}, "267"},
		{[]string{"Авто", "Шини"}, "911"},
		{[]string{"Авто", "Дзеркала"}, ""},
		{[]string{"Різне"}, ""},
	} {
		row, ok := m.Lookup(&supplier.Category{Path: test.path})
		require.Equal(t, test.want != "", ok, test.path)
		require.Equal(t, test.want, row.Get("google_product_category"), test.path)
	}
}
