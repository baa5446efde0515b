"""What the processor that numba compiles for can do: the lowering differs by it in two places, masks and look-ups."""


def features_of(context):
    """The features switched on, as LLVM names them. A user's NUMBA_CPU_FEATURES counts, whatever the machine at hand has."""
    switches = context.codegen().magic_tuple()[2].split(",")
    return {switch[1:] for switch in switches if switch.startswith("+")}


def has_mask_registers(context):
    """Whether comparisons of bytes give one bit per lane in a register of its own (AVX-512)."""
    return "avx512bw" in features_of(context)


def permutes_128_bytes(context):
    """Whether one instruction looks up 64 indices in 128 bytes."""
    return {"avx512vbmi", "avx512bw"} <= features_of(context)


def widest_byte_shuffle(context):
    """The instruction that looks up many indices in 16 bytes: (its number of indices, its name in LLVM), or None."""
    features = features_of(context)
    if "avx2" in features:
        return 32, "llvm.x86.avx2.pshuf.b"
    if "ssse3" in features:
        return 16, "llvm.x86.ssse3.pshuf.b.128"
    return None
