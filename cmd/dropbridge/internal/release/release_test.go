package release

import (
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestWhichBuild(t *testing.T) {
	t.Parallel()
	const revision = "0123456789abcdef0123456789abcdef01234567"
	told := Build{Version: "v1.4.0", Commit: revision, Date: "2026-11-30T06:00:00Z", Go: "go1.26.8", Platform: "linux/arm64"}
	noted := []debug.BuildSetting{{Key: "vcs.revision", Value: revision}, {Key: "vcs.time", Value: "2026-11-30T06:00:00Z"}}
	for name, c := range map[string]struct {
		told Build
		info debug.BuildInfo
		want Build
	}{
		"a package":                       {told, debug.BuildInfo{Main: debug.Module{Version: "(devel)"}}, told},
		"told before noted":               {told, debug.BuildInfo{Main: debug.Module{Version: "v9.9.9"}, Settings: []debug.BuildSetting{{Key: "vcs.revision", Value: "other"}}}, told},
		"go install of a release":         {Build{}, debug.BuildInfo{Main: debug.Module{Version: "v1.4.0"}}, Build{Version: "v1.4.0"}},
		"go build in a clone":             {Build{}, debug.BuildInfo{Main: debug.Module{Version: "(devel)"}, Settings: noted}, Build{Version: "devel-0123456789ab", Commit: revision, Date: "2026-11-30T06:00:00Z"}},
		"go build of a folder without it": {Build{}, debug.BuildInfo{}, Build{Version: "devel"}},
	} {
		require.Equal(t, c.want, of(c.told, &c.info), name)
	}
	require.Equal(t, "dropbridge v1.4.0 go1.26.8 linux/arm64\ncommit "+revision+" 2026-11-30T06:00:00Z\n", told.String())
	require.Equal(t, "dropbridge devel go1.26.8 linux/arm64\n", Build{Version: "devel", Go: "go1.26.8", Platform: "linux/arm64"}.String())
}
