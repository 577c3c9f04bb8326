package book

import (
	"fmt"
	"regexp"
	"slices"

	"github.com/xuri/excelize/v2"
)

// mostLabels is how many days the axis of a chart has room to name.
const mostLabels = 10

// Chart adds a chart whose upper left corner is a cell of a sheet, such as F2.
func (b *Book) Chart(on *Sheet, at string, c Chart) error {
	if b.whole != nil {
		return b.whole.Chart(on, at, c)
	}
	if b.err != nil {
		return b.err
	}
	if _, _, err := excelize.CellNameToCoordinates(at); err != nil {
		return fmt.Errorf("chart %q: %q names no cell", c.Title, at)
	}
	if len(c.Series) == 0 || c.Categories == "" || slices.ContainsFunc(c.Series, func(s Series) bool { return s.Values == "" }) {
		return fmt.Errorf("chart %q: give it ranges of days and values", c.Title)
	}
	b.charts = append(b.charts, placedChart{on, at, c})
	return nil
}

// lineDashes and lineColors tell lines apart, the dashes also in print without colour.
var (
	lineDashes = []excelize.LineDashType{excelize.LineDashSolid, excelize.LineDashDash, excelize.LineDashSysDot}
	lineColors = []string{"1F4E79", red, green}
)

func (p *placedChart) addTo(f *excelize.File) error {
	c := &excelize.Chart{
		Type:      excelize.Line,
		Dimension: excelize.ChartDimension{Width: 900, Height: 420},
		Title:     excelize.ChartTitle{Paragraph: []excelize.RichTextRun{{Text: p.chart.Title}}},
		Legend:    excelize.ChartLegend{Position: "bottom"},
		XAxis: excelize.ChartAxis{
			NumFmt: excelize.ChartNumFmt{CustomNumFmt: "dd.mm.yyyy"}, TickLabelPosition: excelize.ChartTickLabelLow,
			TickLabelSkip: int(p.sheet.parts[0].last/mostLabels) + 1, Font: excelize.Font{Color: "000000", Size: 9}, Alignment: excelize.Alignment{TextRotation: -90},
		},
		YAxis:        excelize.ChartAxis{MajorGridLines: true, NumFmt: excelize.ChartNumFmt{CustomNumFmt: "#,##0"}, Font: excelize.Font{Color: "000000", Size: 9}},
		ShowBlanksAs: "gap",
	}
	for i, s := range p.chart.Series {
		c.Series = append(c.Series, excelize.ChartSeries{
			Name: s.Name, Categories: p.chart.Categories, Values: s.Values,
			Fill:   excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{lineColors[i%len(lineColors)]}},
			Line:   excelize.LineOptions{Width: 2, Dash: lineDashes[i%len(lineDashes)]},
			Marker: excelize.ChartMarker{Symbol: "none"},
		})
	}
	name := p.sheet.parts[0].name
	if err := f.AddChart(name, p.at, c); err != nil {
		return fmt.Errorf("make the chart on sheet %s: %w", name, err)
	}
	return nil
}

var seriesName = regexp.MustCompile(`<tx><strRef><f>([^<]*)</f></strRef></tx>`)

// nameSeries gives the lines their names as texts: the library writes them as references
// to cells.
func nameSeries(chart []byte) []byte {
	return seriesName.ReplaceAll(chart, []byte("<tx><v>$1</v></tx>"))
}
