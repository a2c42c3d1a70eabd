// Checks a log with somebody else's code, golang.org/x/mod/sumdb: the signed note, the tiles, and every proof.
// Reads one JSON object from its standard input; prints what it checked, or fails with what is wrong.
package main

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

type claim struct {
	Key        string   // The verifier key of the log.
	Checkpoint string   // A signed note.
	Entries    [][]byte // All entries of the log.
	Proofs     []struct {
		Number int64
		Hashes [][]byte
	} // Inclusion of entries in the log of the checkpoint.
	Earlier []struct {
		Size   int64
		Root   []byte
		Hashes [][]byte
	} // Earlier logs, and the proofs that the checkpoint continues them.
	Tiles map[string][]byte // Tiles by their paths, such as "tile/8/0/000".
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func hash(raw []byte) (found tlog.Hash) {
	if copy(found[:], raw) != tlog.HashSize || len(raw) != tlog.HashSize {
		log.Fatalf("a hash of %d bytes", len(raw))
	}
	return found
}

func hashes(raw [][]byte) (found []tlog.Hash) {
	for _, each := range raw {
		found = append(found, hash(each))
	}
	return found
}

func main() {
	var said claim
	check(json.NewDecoder(os.Stdin).Decode(&said))
	verifier, err := note.NewVerifier(said.Key)
	check(err)
	opened, err := note.Open([]byte(said.Checkpoint), note.VerifierList(verifier))
	check(err)
	lines := strings.Split(opened.Text, "\n")
	if lines[0] != verifier.Name() {
		log.Fatalf("the origin is %q, the key %q", lines[0], verifier.Name())
	}
	size := int64(len(said.Entries))
	if lines[1] != fmt.Sprint(size) {
		log.Fatalf("%s entries, not %d", lines[1], size)
	}
	raw, err := base64.StdEncoding.DecodeString(lines[2])
	check(err)
	root := hash(raw)

	var stored []tlog.Hash
	reader := tlog.HashReaderFunc(func(indexes []int64) (found []tlog.Hash, err error) {
		for _, index := range indexes {
			found = append(found, stored[index])
		}
		return found, nil
	})
	for number, entry := range said.Entries {
		more, err := tlog.StoredHashes(int64(number), entry, reader)
		check(err)
		stored = append(stored, more...)
	}
	computed, err := tlog.TreeHash(size, reader)
	check(err)
	if computed != root {
		log.Fatal("the root is that of other entries")
	}
	for _, proof := range said.Proofs {
		leaf := tlog.RecordHash(said.Entries[proof.Number])
		check(tlog.CheckRecord(hashes(proof.Hashes), size, root, proof.Number, leaf))
	}
	for _, earlier := range said.Earlier {
		check(tlog.CheckTree(hashes(earlier.Hashes), size, root, earlier.Size, hash(earlier.Root)))
	}
	for path, data := range said.Tiles {
		tile, err := tlog.ParseTilePath(path)
		check(err)
		expected, err := tlog.ReadTileData(tile, reader)
		check(err)
		if string(expected) != string(data) {
			log.Fatalf("the tile %s is another one", path)
		}
	}
	fmt.Printf("%d entries, %d proofs, %d earlier logs, %d tiles\n", size, len(said.Proofs), len(said.Earlier), len(said.Tiles))
}
