package fleet_test

import "testing"

func testPermits(*testing.T, *place) {}
