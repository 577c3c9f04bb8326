package exporter

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter/remark"
	"github.com/dropbridge/dropbridge/internal/racing"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/templates"
)

// Addresses were escaped twice, encoded as a whole, had their ? encoded or blanks left in
// them: shops could not open the pages and took the pictures for missing.
func TestFailureAddresses(t *testing.T) {
	racing.Skip(t)
	products := []supplier.Product{uaProduct("x1", func(p *supplier.Product) {
		p.URL = "https://shop.example/чай ник/?attribute_pa=ї&b=%2F"
		p.Images = []string{"https%3A%2F%2Fimg.example%2Fwhole.jpg", "https://img.example/чай ник.jpg?w=1&h=2", "https://img.example/a%20b.jpg"}
	})}
	eachTemplate(t, func(t *testing.T, info templates.Info) {
		a := ask(t, info.Name)
		if a.asIs() {
			return
		}
		data, _ := export(t, products, plainFeed(t, info.Name))
		shown := shownBy(t, info.Name, data)
		for _, text := range holding(shown, "shop.example/%D1%87") {
			require.Equal(t, "https://shop.example/%D1%87%D0%B0%D0%B9%20%D0%BD%D0%B8%D0%BA/?attribute_pa=%D1%97&b=%2F", text)
		}
		require.Empty(t, holding(shown, "shop.example/чай"), "not encoded")
		if a.itsFiles {
			return
		}
		pictures := strings.Join(holding(shown, "img.example"), "\n")
		for _, want := range []string{"https://img.example/whole.jpg", "https://img.example/%D1%87%D0%B0%D0%B9%20%D0%BD%D0%B8%D0%BA.jpg?w=1&h=2", "https://img.example/a%20b.jpg"} {
			require.Contains(t, pictures, want)
		}
		for _, not := range []string{"%25", "%3F", "%3A", "&amp;", "чай", "a b.jpg"} {
			require.NotContains(t, pictures, not)
		}
	})
}

// One address that is none made the target refuse the picture, later the whole list.
func TestFailureOneWrongAddress(t *testing.T) {
	racing.Skip(t)
	products := []supplier.Product{uaProduct("x1", func(p *supplier.Product) {
		p.Images = []string{"не адреса", "ftp://img.example/f.jpg", "https://img.example/good.jpg", "javascript:alert(1)"}
	}), uaProduct("x2", nil), uaProduct("x3", func(p *supplier.Product) { p.URL = "немає" })}
	eachTemplate(t, func(t *testing.T, info templates.Info) {
		a := ask(t, info.Name)
		if a.asIs() {
			return
		}
		data, report := export(t, products, plainFeed(t, info.Name))
		if _, limited := a.most["images"]; !limited && !a.IsTable() {
			require.Contains(t, lines(report.Warnings), `X1: address_invalid: addresses that are none of http or https left out: 3, such as "javascript:alert(1)"`)
		} else {
			require.EqualValues(t, 3, report.Repaired[remark.PicturesLeftOut], "they are told")
		}
		shown := shownBy(t, info.Name, data)
		for _, piece := range []string{"адреса", "%D0%B0%D0%B4%D1%80", "ftp:", "javascript:"} {
			require.Empty(t, holding(shown, piece), piece)
		}
		require.NotEmpty(t, holding(shown, "good.jpg"))
		if a.needs("url") {
			require.Equal(t, []string{"value_invalid"}, skipped(report, "X3"))
		}
	})
}

// One picture more than allowed was shown, since the count began at 0.
func TestFailureTooManyPictures(t *testing.T) {
	racing.Skip(t)
	products := []supplier.Product{uaProduct("x1", func(p *supplier.Product) {
		p.Images = nil
		for i := range 40 {
			p.Images = append(p.Images, fmt.Sprintf("https://img.example/n%d.jpg", i))
		}
	})}
	eachTemplate(t, func(t *testing.T, info templates.Info) {
		want := ask(t, info.Name).pictures(40)
		data, report := export(t, products, plainFeed(t, info.Name))
		shown := fmt.Sprint(shownBy(t, info.Name, data))
		different := map[string]bool{} // a shop may have several columns for the main one
		for _, picture := range regexp.MustCompile(`img\.example/n\d+\.jpg`).FindAllString(shown, -1) {
			different[picture] = true
		}
		require.Len(t, different, want)
		for i := range want {
			require.Contains(t, shown, fmt.Sprintf("/n%d.jpg", i), "the first ones")
		}
		beyond := strings.Contains(strings.Join(lines(report.Warnings), "\n"), "pictures_beyond_columns")
		require.Equal(t, want < 40, beyond || report.Repaired[remark.PicturesLeftOut] > 0, "what is left out is told")
	})
}
