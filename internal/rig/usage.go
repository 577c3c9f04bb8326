package rig

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

const (
	clockTick = 10 * time.Millisecond // USER_HZ of proc(5)
	userField = 11                    // utime, behind the name of the program
)

// usageOf reads what Linux tells of a process.
func usageOf(pid int) (u Usage) {
	folder := fmt.Sprintf("/proc/%d/", pid)
	if list, err := os.ReadDir(folder + "fd"); err == nil {
		u.Descriptors = len(list)
	}
	status, _ := os.ReadFile(folder + "status")
	for line := range strings.Lines(string(status)) {
		if fields := strings.Fields(line); len(fields) > 1 && fields[0] == "VmRSS:" {
			kilobytes, _ := strconv.Atoi(fields[1])
			u.Memory = kilobytes << 10
		}
	}
	stat, _ := os.ReadFile(folder + "stat")
	if _, behind, found := strings.Cut(string(stat), ") "); found {
		if fields := strings.Fields(behind); len(fields) > userField {
			ticks, _ := strconv.Atoi(fields[userField])
			u.User = time.Duration(ticks) * clockTick
		}
	}
	return u
}
