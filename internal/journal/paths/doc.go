// Package paths has where the files of a shop are as its journal knows it: the paths or keys of
// each file, and since the files were moved the place that all of them have.
package paths
