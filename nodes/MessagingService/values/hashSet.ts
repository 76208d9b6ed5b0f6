/** A hash from 1 to 2^53 of a text that grows. */
export class RollingHash {
	// Offsets and factors of FNV-1a and MurmurHash2.
	private high = 0x811c9dc5;
	private low = 0x9747b28c;

	add(text: string): this {
		for (let place = 0; place < text.length; place++) {
			const unit = text.charCodeAt(place);
			this.high = Math.imul(this.high ^ unit, 0x01000193);
			this.low = Math.imul(this.low ^ unit, 0x5bd1e995);
			this.low ^= this.low >>> 15;
		}
		return this;
	}

	get value(): number {
		return (this.high >>> 11) * 2 ** 32 + (this.low >>> 0) + 1;
	}
}

/** A set of hashes, 11 to 22 bytes each: a Set takes 40 for a number beyond 2^31. */
export class HashSet {
	/** Open addressing: a hash stands in its slot, or in the next free one. 0 is free. */
	private slots = new Float64Array(16);
	size = 0;

	has(hash: number): boolean {
		return this.slots[this.slotOf(hash)] === hash;
	}

	add(hash: number): void {
		const slot = this.slotOf(hash);
		if (this.slots[slot] === hash) return;
		this.slots[slot] = hash;
		this.size++;
		if (this.size > 0.75 * this.slots.length) this.grow();
	}

	*[Symbol.iterator](): Generator<number> {
		for (const hash of this.slots) if (hash !== 0) yield hash;
	}

	private slotOf(hash: number): number {
		const { slots } = this;
		let slot = hash % slots.length;
		while (slots[slot] !== 0 && slots[slot] !== hash) slot = (slot + 1) % slots.length;
		return slot;
	}

	private grow(): void {
		const before = this.slots;
		this.slots = new Float64Array(2 * before.length);
		for (const hash of before) if (hash !== 0) this.slots[this.slotOf(hash)] = hash;
	}
}
