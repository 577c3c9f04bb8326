package rig

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

const (
	clockTick  = 10 * time.Millisecond // USER_HZ of proc(5)
	userField  = 11                    // utime, behind the name of the program
	endedField = 13                    // cutime
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
	u.User = cpuOf(pid, userField)
	return u
}

// endedOf is the user CPU of a process's children that have ended.
func endedOf(pid int) time.Duration { return cpuOf(pid, endedField) }

// cpuOf is a time among the fields of proc(5).
func cpuOf(pid, field int) time.Duration {
	stat, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	_, behind, _ := strings.Cut(string(stat), ") ")
	fields := strings.Fields(behind)
	if len(fields) <= field {
		return 0
	}
	ticks, _ := strconv.Atoi(fields[field])
	return time.Duration(ticks) * clockTick
}

// children are the processes that a process has started and that live.
func children(pid int) (pids []int) {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", pid, pid))
	for _, word := range strings.Fields(string(text)) {
		if child, err := strconv.Atoi(word); err == nil {
			pids = append(pids, child)
		}
	}
	return pids
}
