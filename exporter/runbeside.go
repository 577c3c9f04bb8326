package exporter

// runBeside runs do beside what follows; wait ends with it.
func runBeside(do func()) (wait func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		do()
	}()
	return func() { <-done }
}
