package book

import (
	"strconv"
	"time"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/spreadsheet"
)

// Cell is a cell's value, its formula and its look. The zero value is an empty cell.
type Cell struct {
	form    form
	look    Look
	text    string
	money   money.Amount
	number  int64 // a whole number; a date's seconds since 1899-12-30
	formula string
}

// form is what a cell holds.
type form uint8

const (
	formEmpty form = iota
	formText
	formMoney
	formWhole
	formDay
	formMoment
)

// Look is how a cell stands out.
type Look uint8

// The looks of cells. They differ in print without colour too.
const (
	Plain  Look = iota
	Total       // bold, with a line above
	Good        // green
	Bad         // red and bold
	Muted       // grey
	Strong      // bold
	looks       // how many there are
)

// As is the cell with a look. An empty cell has one too: the line above a total.
func (c Cell) As(l Look) Cell {
	c.look = l
	return c
}

// Text is a text, shown as it is: no spreadsheet makes a number or a formula of it.
func Text(s string) Cell {
	if s == "" {
		return Cell{}
	}
	return Cell{form: formText, text: s}
}

// Amount is an amount of money; an absent one is an empty cell. It is written from its
// text. Amounts of over 15 digits, which spreadsheets would round, become text.
func Amount(m money.Amount) Cell {
	if !m.IsSet() {
		return Cell{}
	}
	return Cell{form: formMoney, money: m}
}

// Whole is a whole number; one of over 15 digits becomes text.
func Whole(n int64) Cell { return Cell{form: formWhole, number: n} }

// Day is the date that t's own location shows; the zero time is an empty cell.
func Day(t time.Time) Cell { return civil(t, formDay, time.DateOnly) }

// Date is the cell of a date as 2026-10-31; what is no such date stays text.
func Date(text string) Cell {
	if t, err := time.Parse(time.DateOnly, text); err == nil {
		return Day(t)
	}
	return Text(text)
}

// Moment is the date and the time, to the second, that t's own location shows; the zero
// time is an empty cell.
func Moment(t time.Time) Cell { return civil(t, formMoment, time.DateTime) }

// Dates count from 1899-12-30 so that those from March 1900 on have the numbers that
// spreadsheets give them, which take 1900 for a leap year. Days before have none.
const (
	epochDays = 25569 // from 1899-12-30 to 1970-01-01
	firstDay  = 61    // 1900-03-01
	daySecond = 24 * 60 * 60
)

func civil(t time.Time, f form, layout string) Cell {
	if t.IsZero() {
		return Cell{}
	}
	_, offset := t.Zone()
	seconds := t.Unix() + int64(offset) + epochDays*daySecond
	if seconds < firstDay*daySecond || t.Year() > 9999 {
		return Text(t.Format(layout))
	}
	return Cell{form: f, number: seconds}
}

// Formula is a formula without its "="; now is its value, for viewers that do not calculate.
func Formula(f string, now Cell) Cell {
	now.formula = f
	return now
}

// appendNumber appends the number that a cell holds, or nothing where it holds none.
func (c *Cell) appendNumber(b []byte) []byte {
	switch c.form {
	case formMoney:
		start := len(b)
		b, _ = c.money.AppendText(b) // it fails for no amount
		if digits(b[start:]) > spreadsheet.MaxDigits {
			return b[:start]
		}
	case formWhole:
		if c.number >= 1e15 || c.number <= -1e15 {
			return b
		}
		b = strconv.AppendInt(b, c.number, 10)
	case formDay:
		b = strconv.AppendInt(b, c.number/daySecond, 10)
	case formMoment:
		b = strconv.AppendInt(b, c.number/daySecond, 10)
		b = appendFraction(b, c.number%daySecond)
	}
	return b
}

// appendFraction appends a time of day as the decimals of a day, ten of them: every second
// is told from the next, and with the day's digits there are 15.
func appendFraction(b []byte, seconds int64) []byte {
	if seconds == 0 {
		return b
	}
	const scale = 1e10
	b = strconv.AppendInt(b, scale+(seconds*scale+daySecond/2)/daySecond, 10)
	b[len(b)-11] = '.' // over the leading 1
	for b[len(b)-1] == '0' {
		b = b[:len(b)-1]
	}
	return b
}

// digits counts the digits of a decimal number without leading zeros.
func digits(number []byte) (n int) {
	for _, c := range number {
		if '1' <= c && c <= '9' || c == '0' && n > 0 {
			n++
		}
	}
	return n
}

// string is the text of a cell, and of a number with too many digits.
func (c *Cell) string() string {
	switch c.form {
	case formMoney:
		return c.money.String()
	case formWhole:
		return strconv.FormatInt(c.number, 10)
	}
	return c.text
}
