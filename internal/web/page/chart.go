package page

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/dropbridge/dropbridge/internal/money"
)

// chart is a small drawing of numbers over time, which its text tells as well.
type chart struct {
	Width, Height int
	Lines         []chartLine
	Says          string
}

// chartLine is one row of numbers in it.
type chartLine struct {
	Class  string // of the style
	Points string // as a polyline has them
}

// chartMargin keeps a line's width within the drawing.
const chartMargin = 2

// draw adds a line, whose numbers lie between least and most.
func (c *chart) draw(class string, numbers []float64, least, most float64) {
	if most <= least { // a level line lies in the middle
		least, most = least-1, most+1
	}
	var points []string
	for n, number := range numbers {
		x := float64(chartMargin)
		if len(numbers) > 1 {
			x += float64(n) * float64(c.Width-2*chartMargin) / float64(len(numbers)-1)
		}
		y := chartMargin + (most-number)*float64(c.Height-2*chartMargin)/(most-least)
		points = append(points, fmt.Sprintf("%.1f,%.1f", x, y))
	}
	c.Lines = append(c.Lines, chartLine{Class: class, Points: strings.Join(points, " ")})
}

// newSparkline draws numbers alone, each between the least and the most of them; nil where
// fewer than two make no line.
func newSparkline(numbers []float64, says string) *chart {
	if len(numbers) < 2 {
		return nil
	}
	c := &chart{Width: 160, Height: 32, Says: says}
	c.draw("line", numbers, slices.Min(numbers), slices.Max(numbers))
	return c
}

// drawable is an amount for a drawing, in which its last digits do not show.
func drawable(a money.Amount) float64 {
	number, err := strconv.ParseFloat(a.OrZero().String(), 64)
	if err != nil {
		return 0
	}
	return number
}
