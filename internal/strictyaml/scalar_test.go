package strictyaml

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestScalarKeepsItsPlace(t *testing.T) {
	var into struct {
		Name   Scalar   `yaml:"name"`
		Empty  Scalar   `yaml:"empty"`
		Absent Scalar   `yaml:"absent"`
		List   []Scalar `yaml:"list"`
	}
	require.NoError(t, Decode("x.yaml", []byte("name: 007\nempty:\nlist: [a, 'b c']\n"), &into))
	require.Equal(t, Scalar{"007", true, 1, 7}, into.Name, "a number is as it is written")
	require.Equal(t, Scalar{}, into.Empty, "null is as if it were not there")
	require.Equal(t, Scalar{}, into.Absent)
	require.Equal(t, []Scalar{{"a", true, 3, 8}, {"b c", true, 3, 11}}, into.List)
	require.EqualError(t, into.List[1].Wrong("x.yaml", "no %s here", "blanks"), "x.yaml:3:11: no blanks here")

	err := Decode("x.yaml", []byte("name: [a]\n"), &into)
	require.EqualError(t, err, "x.yaml:1:7: want a text, not a list or a mapping")
}

func TestBlocksAreTexts(t *testing.T) {
	var into struct {
		Kept   Scalar `yaml:"kept"`
		Folded Scalar `yaml:"folded"`
		Bare   Scalar `yaml:"bare"`
		After  Scalar `yaml:"after"`
	}
	require.NoError(t, Decode("x.yaml", []byte("kept: |\n  {a: .b,\n   c: .d}\nfolded: >\n  one\n  two\nbare: |- # why\n  last\nafter: x\n"), &into))
	require.Equal(t, "{a: .b,\n c: .d}\n", into.Kept.Text)
	require.Equal(t, "one two\n", into.Folded.Text)
	require.Equal(t, "last", into.Bare.Text)
	require.Equal(t, "x", into.After.Text)
	require.Equal(t, 1, into.Kept.Line)
}
