package act

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/xuri/excelize/v2"

	"github.com/dropbridge/dropbridge/internal/durable"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/refusal"
	"github.com/dropbridge/dropbridge/internal/settlement"
	"github.com/dropbridge/dropbridge/internal/spreadsheet"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// around is how many rows of a sheet stand around the lines of an act, at most.
const around = 40

// WriteWorkbook writes the act as a document that is printed on A4 and signed. The file is
// whole or absent. An act with more lines than a sheet holds is refused, with a *refusal.Refusal.
func (d *Document) WriteWorkbook(path string) (w Written, err error) {
	pairs := d.pairs()
	if most := spreadsheet.MaxRows - around; len(pairs) > most {
		return w, refusal.New(failure.Other, wording.NewMessage("act.too_long", len(pairs), most), wording.NewMessage("act.too_long_way"))
	}
	f := excelize.NewFile()
	defer f.Close()
	paper, err := newPaper(f, d.Language.Say("act.sheet"))
	if err != nil {
		return w, fmt.Errorf("write the act %s: %w", path, err)
	}
	d.fill(paper, pairs)
	if d.Theirs != nil && len(d.Theirs.Differences) > 0 {
		d.list(paper)
	}
	if paper.err == nil {
		paper.err = describe(f, d.Language.Say("act.title"), d.Made)
	}
	if paper.err != nil {
		return w, fmt.Errorf("write the act %s: %w", path, paper.err)
	}
	return publish(f, path)
}

// fill writes the act's own sheet.
func (d *Document) fill(p *paper, pairs []settlement.Pair) {
	d.fillHead(p)
	first := d.fillOpening(p)
	for _, pair := range pairs {
		d.fillPair(p, pair)
	}
	d.fillTotals(p, first)
	d.fillEnd(p)
	p.print(d.foot(d.Language.Say("act.sheet")))
}

// fillHead writes what stands above the lines: whose act it is, and the headings.
func (d *Document) fillHead(p *paper) {
	t, ours, theirs := d.Language.Say, d.Parties.Ours, d.Parties.Theirs
	p.paragraph(styleTitle, t("act.title"))
	p.paragraph(styleCentered, t("act.period", d.Language.Day(d.Period.First()), d.Language.Day(d.Period.Last())))
	p.paragraph(styleCentered, t("act.between", ours.Name, ours.Code, theirs.Name, theirs.Code))
	p.paragraph(styleCentered, d.Contract.said(d.Language))
	p.next()
	p.paragraph(styleText, t("act.intro", represented(ours), represented(theirs)))
	p.next()
	p.halves(styleHeading, t("act.by", ours.Name, d.Currency), t("act.by", theirs.Name, d.Currency))
	heading := []string{t("act.column_day"), t("act.column_document"), t("act.column_debit"), t("act.column_credit")}
	p.row(append(texts(styleHeading, heading...), texts(styleHeading, heading...)...)...)
	p.headings = [2]int{p.at - 1, p.at}
	p.next()
}

// represented is a party with who signs for it.
func represented(p Party) string {
	if p.Person == "" {
		return p.Name
	}
	return p.Name + " (" + p.Person + ")"
}

// fillOpening writes the opening balances and returns their row.
func (d *Document) fillOpening(p *paper) int {
	theirs := d.theirSide()
	debit, credit := sides(d.Account.Opening)
	theirDebit, theirCredit := sides(theirs.Opening)
	name := d.Language.Say("act.opening", d.Language.Day(d.Period.First()))
	p.row(blank(styleTotal), text(styleTotal, name), amount(styleTotalAmount, debit), amount(styleTotalAmount, credit),
		blank(styleTotal), text(styleTotal, name), amount(styleTotalAmount, theirDebit), amount(styleTotalAmount, theirCredit))
	opening := p.at
	p.next()
	return opening
}

// fillPair writes a line: ours, and theirs beside it. What differs stands out.
func (d *Document) fillPair(p *paper, pair settlement.Pair) {
	words, figures := styleCell, styleAmount
	if pair.Code != "" {
		words, figures = styleDiffers, styleDiffersAmount
	}
	var row []cell
	if e := pair.Ours; e != nil {
		row = append(row, day(words, e.Day), text(words, e.Document), amount(figures, e.Debit), amount(figures, e.Credit))
	} else {
		row = append(row, blank(words), blank(words), blank(figures), blank(figures))
	}
	if e := pair.Theirs; e != nil { // as they book it
		row = append(row, day(words, e.Day), text(words, e.Document), amount(figures, e.Credit), amount(figures, e.Debit))
	} else {
		row = append(row, blank(words), blank(words), blank(figures), blank(figures))
	}
	p.row(row...)
	p.next()
}

// fillTotals writes turnover and closing, as formulas over the lines below the opening.
func (d *Document) fillTotals(p *paper, opening int) {
	theirs := d.theirSide()
	known := d.Theirs != nil
	name := d.Language.Say("act.turnover")
	last := p.at - 1
	sum := func(column string) string {
		if last == opening {
			return "0"
		}
		return fmt.Sprintf("SUM(%s%d:%s%d)", column, opening+1, column, last)
	}
	p.row(blank(styleTotal), text(styleTotal, name), formula(sum("C"), d.Account.Debit), formula(sum("D"), d.Account.Credit),
		blank(styleTotal), text(styleTotal, name), formulaWhere(known, sum("G"), theirs.Debit), formulaWhere(known, sum("H"), theirs.Credit))
	turnover := p.at
	p.next()

	name = d.Language.Say("act.closing", d.Language.Day(d.Period.Last()))
	debit, credit := sides(d.Account.Closing)
	theirDebit, theirCredit := sides(theirs.Closing)
	rest := func(debit, credit string) string { // rounded, as spreadsheets calculate in binary
		return fmt.Sprintf("MAX(ROUND(%[1]s%[3]d-%[2]s%[3]d+%[1]s%[4]d-%[2]s%[4]d,6),0)", debit, credit, opening, turnover)
	}
	p.row(blank(styleTotal), text(styleTotal, name), formula(rest("C", "D"), debit.OrZero()), formula(rest("D", "C"), credit.OrZero()),
		blank(styleTotal), text(styleTotal, name), amount(styleTotalAmount, theirDebit), amount(styleTotalAmount, theirCredit))
	p.next()
}

// fillEnd writes the balance in words and the places for signatures.
func (d *Document) fillEnd(p *paper) {
	p.next()
	p.paragraph(styleText, d.balance(d.Parties.Ours.Name, d.Account.Closing))
	p.paragraph(styleText, d.theirBalance())
	if held := d.held(); held != "" {
		p.paragraph(styleText, held)
	}
	p.next()
	t, ours, theirs := d.Language.Say, d.Parties.Ours, d.Parties.Theirs
	p.halves(styleStrong, t("act.signed_for", ours.Name), t("act.signed_for", theirs.Name))
	p.halves(styleText, t("act.code", ours.Code), t("act.code", theirs.Code))
	if ours.Address != "" || theirs.Address != "" {
		p.halves(styleText, ours.Address, theirs.Address)
	}
	p.next()
	p.halves(styleText, t("act.signature", signer(ours)), t("act.signature", signer(theirs)))
	p.next()
	p.halves(styleText, t("act.seal"), t("act.seal"))
}

// signer is who signs, or room for the name.
func signer(p Party) string {
	if p.Person == "" {
		return "____________________"
	}
	return p.Person
}

// list writes the differences on a sheet of their own.
func (d *Document) list(p *paper) {
	t := d.Language.Say
	p.sheet(t("act.differences"), []float64{7, 130})
	p.row(texts(styleHeading, "№", t("act.column_difference"))...)
	p.next()
	for i, one := range d.Theirs.Differences {
		p.row(whole(i+1), text(styleCell, Message(one).In(d.Language)))
		p.next()
	}
	p.headings = [2]int{1, 1}
	p.print(d.foot(t("act.differences")))
}

// foot says on each page whose act it is, and of which days.
func (d *Document) foot(title string) string {
	return d.Language.Say("act.foot", title, d.Language.Day(d.Period.First()), d.Language.Day(d.Period.Last()),
		d.Parties.Ours.Name, d.Parties.Theirs.Name)
}

// describe says what made the workbook and when, and has spreadsheets calculate it anew.
func describe(f *excelize.File, title string, made time.Time) error {
	at, calculate := made.UTC().Format(time.RFC3339), true
	if err := f.SetDocProps(&excelize.DocProperties{Title: title, Creator: "dropbridge", LastModifiedBy: "dropbridge", Created: at, Modified: at}); err != nil {
		return err
	}
	if err := f.SetAppProps(&excelize.AppProperties{Application: "dropbridge"}); err != nil {
		return err
	}
	return f.SetCalcProps(&excelize.CalcPropsOptions{FullCalcOnLoad: &calculate})
}

// publish writes the workbook into its place.
func publish(f *excelize.File, path string) (Written, error) {
	frame, err := spreadsheet.NewFrame(f, 0)
	if err != nil {
		return Written{}, fmt.Errorf("write the act %s: %w", path, err)
	}
	frame.Edit("xl/worksheets/sheet", numbered)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return Written{}, fmt.Errorf("write the act %s: make its folder: %w", path, err)
	}
	var sum summed
	err = durable.WriteFile(path, func(w io.Writer) error {
		sum = summed{out: w, hash: sha256.New()}
		archive := zip.NewWriter(&sum)
		return errors.Join(frame.WriteParts(archive), archive.Close())
	})
	if err != nil {
		return Written{}, fmt.Errorf("write the act %s: %w", path, err)
	}
	return Written{sum.bytes, hex.EncodeToString(sum.hash.Sum(nil))}, nil
}

// numbered lets the values beside formulas be numbers: the library calls them texts, and all
// formulas of an act are sums.
func numbered(sheet []byte) []byte {
	return bytes.ReplaceAll(sheet, []byte(` t="str"><f>`), []byte(`><f>`))
}

// summed counts and sums what passes.
type summed struct {
	out   io.Writer
	hash  hash.Hash
	bytes int64
}

func (s *summed) Write(p []byte) (int, error) {
	n, err := s.out.Write(p)
	s.hash.Write(p[:n])
	s.bytes += int64(n)
	return n, err
}
