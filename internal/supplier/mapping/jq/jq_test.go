package jq

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/supplier/jsonread"
)

// resultsOf are the results of a program, one a line.
func resultsOf(program, input string) (string, error) {
	p, err := Compile(program)
	if err != nil {
		return "", err
	}
	var lines []string
	err = p.Each(input, func(raw string) (bool, error) {
		lines = append(lines, raw)
		return true, nil
	})
	return strings.Join(lines, "\n"), err
}

func TestEach(t *testing.T) {
	for program, want := range map[string]string{
		".a":                    "450.10",
		".a, .t":                "450.10\n\"x\"",
		".a * 2":                "900.2e0",
		"{t, n: null, y: true}": `{"n":null,"t":"x","y":true}`,
		"[.l[].q]":              "[1,2]",
		"empty":                 "",
		"halt":                  "",
		".d / 1e9":              `"calculated: 5e-7"`,
	} {
		got, err := resultsOf(program, `{"a":450.10,"d":500,"t":"x","l":[{"q":1},{"q":2}]}`)
		require.NoError(t, err, program)
		require.Equal(t, want, got, program)
	}
	_, err := Compile(".a |")
	require.ErrorContains(t, err, "jq: unexpected EOF")
}

// TestARunHasABound: whatever a program does, it ends, and does not fill the memory.
func TestARunHasABound(t *testing.T) {
	for program, want := range map[string]string{
		`reduce range(60) as $i ("x"; . + .)`:      ErrMemory.Error(),
		`reduce range(60) as $i (["x"]; . + .)`:    ErrMemory.Error(),
		`reduce range(60) as $i ("\"\\"; tojson)`:  "",
		`reduce range(60) as $i (1; [., .])`:       ErrOutput.Error(),
		`[range(1000)] | map("0123456789" * 1000)`: ErrOutput.Error(),
		`"0123456789" * 1000000`:                   ErrOutput.Error(),
		`range(1000) | tostring * 100000`:          ErrOutput.Error(),
		`def f: f; f`:                              "",
	} {
		p, err := Compile(program)
		require.NoError(t, err)
		patience := time.Minute // for what another bound ends, however busy the machine is
		if want == "" {
			patience = time.Second
		}
		p.bounds = bounds{patience: patience, steps: 200_000, memory: 16 << 20, output: 4 << 20}
		err = p.Each("{}", func(string) (bool, error) { return true, nil })
		shape := &jsonread.ShapeError{}
		require.ErrorAs(t, err, &shape, program)
		require.True(t, shape.Slow, program)
		require.ErrorContains(t, err, want, program)
	}
}

func TestBudgetOfTime(t *testing.T) {
	b := NewBudget(-time.Second)
	for range 10 * sampleEvery {
		b.Done()
	}
	require.ErrorIs(t, b.Err(), context.DeadlineExceeded)
	b = NewBudget(time.Hour)
	b.made = b.steps
	for range 2 * sampleEvery {
		b.Done()
	}
	require.ErrorIs(t, b.Err(), ErrSteps)
}

func TestProof(t *testing.T) {
	proof := NewProof(`{"a":450.10,"b":"1 234,50 грн","c":["від 7'000.5, потім 20.00","-3.5"],"d":45010,"e":1.5e3}`)
	for raw, stands := range map[string]bool{
		`450.10`: true, `"450.1"`: true, `"450,10"`: true, `"0450.10"`: true, `"1234.5"`: true, `"1 234,50"`: true, `"7000.5"`: true, `"20"`: true,
		`"3.5"`: true, `"-3.5"`: true, `"450.10 грн"`: true, `1500`: true, `"немає"`: true, `null`: true, `""`: true,
		`450`: false, `"4501"`: false, `"700050"`: false, `"70005"`: false, `900.2e0`: false, `"900.20"`: false, `"450,11"`: false, `"1234.50001"`: false, `"calculated: 2e-05"`: false,
	} {
		err := proof.Check(raw)
		require.Equal(t, stands, err == nil, "%s: %v", raw, err)
	}
}

func TestDecodeNamesAKeyThatStandsTwice(t *testing.T) {
	_, err := Decode(`{"a":[{"b":1,"b":2}]}`)
	require.EqualError(t, err, "b: want one value, got the key twice, with 1 and with 2")
	value, err := Decode(`{"a":1,"a":1}`)
	require.NoError(t, err)
	require.Len(t, value, 1)
	_, err = Decode(`{"a":1} 2`)
	require.ErrorContains(t, err, "something follows")
}
