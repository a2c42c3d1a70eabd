// Follows a log over HTTP with somebody else's code, golang.org/x/mod/sumdb: its only arguments are the address of the
// log and its verifier key. It fetches the checkpoint, the tiles that prove the whole tree, and every entry.
package main

import (
	"encoding/base64"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

const height = 8

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

// A follower is a log at an address. It is a tlog.TileReader: the tiles of c2sp.org/tlog-tiles are of height 8.
type follower struct{ address string }

func (f follower) fetch(path string) []byte {
	answer, err := http.Get(f.address + "/" + path)
	check(err)
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	check(err)
	if answer.StatusCode != http.StatusOK {
		log.Fatalf("%s: %s: %s", path, answer.Status, body)
	}
	return body
}

func (follower) Height() int { return height }

func (f follower) ReadTiles(tiles []tlog.Tile) (found [][]byte, err error) {
	for _, tile := range tiles {
		found = append(found, f.fetch(strings.Replace(tile.Path(), "tile/8/", "tile/", 1)))
	}
	return found, nil
}

func (follower) SaveTiles([]tlog.Tile, [][]byte) {}

func (f follower) entries(size int64) (found [][]byte) {
	for first := int64(0); first < size; first += 1 << height {
		width := min(size-first, 1<<height)
		tile := tlog.Tile{H: height, L: 0, N: first >> height, W: int(width)}
		bundle := f.fetch(strings.Replace(tile.Path(), "tile/8/0/", "tile/entries/", 1))
		for len(bundle) > 0 {
			length := int(bundle[0])<<8 | int(bundle[1])
			found, bundle = append(found, bundle[2:2+length]), bundle[2+length:]
		}
	}
	return found
}

func min(a, b int64) int64 {
	if a < b {
		return a
	}
	return b
}

func main() {
	known := follower{os.Args[1]}
	verifier, err := note.NewVerifier(os.Args[2])
	check(err)
	opened, err := note.Open(known.fetch("checkpoint"), note.VerifierList(verifier))
	check(err)
	lines := strings.Split(opened.Text, "\n")
	size, err := strconv.ParseInt(lines[1], 10, 64)
	check(err)
	raw, err := base64.StdEncoding.DecodeString(lines[2])
	check(err)
	tree := tlog.Tree{N: size}
	copy(tree.Hash[:], raw)

	// The reader compares every tile with the root before it uses a hash of it.
	reader := tlog.TileHashReader(tree, known)
	entries := known.entries(size)
	if int64(len(entries)) != size {
		log.Fatalf("%d entries, not %d", len(entries), size)
	}
	var indexes []int64
	for number := range entries {
		indexes = append(indexes, tlog.StoredHashIndex(0, int64(number)))
	}
	found, err := reader.ReadHashes(indexes)
	check(err)
	for number, entry := range entries {
		if found[number] != tlog.RecordHash(entry) {
			log.Fatalf("entry %d is another one than the tree has", number)
		}
	}
	proven := 0
	for number := int64(0); number < size; number += 97 {
		proof, err := tlog.ProveRecord(size, number, reader)
		check(err)
		check(tlog.CheckRecord(proof, size, tree.Hash, number, tlog.RecordHash(entries[number])))
		proven++
	}
	fmt.Printf("%d entries, %d proofs of %s\n", size, proven, verifier.Name())
}
