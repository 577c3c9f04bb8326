package deflate

import "encoding/binary"

// bitWriter appends bits to bytes, the lowest first.
type bitWriter struct {
	bytes []byte
	open  uint64 // bits that fill no byte yet
	count uint   // of them
}

// write appends up to 32 bits.
func (w *bitWriter) write(bits uint32, count uint) {
	w.open |= uint64(bits) << w.count
	for w.count += count; w.count >= 8; w.count -= 8 {
		w.bytes = append(w.bytes, byte(w.open))
		w.open >>= 8
	}
}

// synced ends on a whole byte by an empty block that is stored as it is.
func (w *bitWriter) synced() []byte {
	w.write(0, 3)
	if w.count > 0 {
		w.bytes = append(w.bytes, byte(w.open))
	}
	return binary.LittleEndian.AppendUint32(w.bytes, 0xFFFF0000)
}
