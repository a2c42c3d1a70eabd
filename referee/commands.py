"""The commands that need the referee itself: `gunbai serve`, parts of `gunbai server`, and `gunbai record audit`."""

from __future__ import annotations

import json
from enum import Enum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from gunbai_record.data_folder import data_file
from gunbai_record.numerals import is_whole
from gunbai_record.text.counts import counted
from gunbai_record.text.foreign import visible
from referee.progress import progress_shown
from store.contract import StorageError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from gunbai_record.note import VerifierKey
    from gunbai_record.policy import Policy
    from referee.access.quotas import Limits
    from referee.game.titles import Titles
    from referee.running import Reread
    from referee.server import Service, Settings, Tls, Web
    from referee.shared_stream import SharedStream
    from referee.telemetry import TelemetrySettings

DATABASE = data_file("gunbai.sqlite")
_STREAM = ("nats://", "tls://")
"""How the address of a stream's server begins."""

TlsClients = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Serve only clients with a certificate from this CA (PEM).")
]
PublicUrl = Annotated[str, typer.Option(metavar="URL", help="Page that invitation links lead to.")]
ConnectAddress = Annotated[
    str, typer.Option(metavar="HOST:PORT", help="Also serve Connect and gRPC-Web at this address (extra `connect`).")
]
ConnectOrigins = Annotated[
    list[str] | None,
    typer.Option(metavar="ORIGIN", help="Web origin that may call the service ('*': any). Repeatable."),
]
WitnessKeys = Annotated[
    list[str] | None,
    typer.Option(metavar="NAME+ID+KEY", help="Keep the cosignatures of the witness with this key. Repeatable."),
]
WitnessPolicy = Annotated[
    Path | None,
    typer.Option(
        "--policy", metavar="FILE", help="Witness policy: whose cosignatures to keep, and which witnesses to ask."
    ),
]
TitleNames = Annotated[str, typer.Option(metavar="NAME,NAME", help="Titles to referee (default: all installed).")]
ComputingQuota = Annotated[float, typer.Option(metavar="SECONDS", help="Computing time per peer (0: no quota).")]
StorageQuota = Annotated[int, typer.Option(min=0, metavar="MIB", help="Largest size of the database (0: no limit).")]
OperatorFile = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Operator's token file; created if missing (default: <database>.operator)."),
]
ForwarderFile = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Credential file for `gunbai web`; created if missing."),
]
LoopbackQuotas = Annotated[
    bool, typer.Option("--loopback-quotas", help="Apply quotas to local peers too (for a proxy).")
]
ProbesAddress = Annotated[
    str,
    typer.Option(metavar="HOST:PORT", help="Answer /live, /ready and /status at this address."),
]
LongestGame = Annotated[int, typer.Option(min=1, metavar="COUNT", help="Maximum number of entries in one game.")]
SeededGames = Annotated[
    bool,
    typer.Option("--seeded-games", help="Allow games with seeded chance, for tests. Such games prove nothing."),
]
MetricsAddress = Annotated[
    str, typer.Option(metavar="HOST:PORT", help="Serve Prometheus metrics at this address (extra `ops`).")
]
TracesAddress = Annotated[
    str, typer.Option(metavar="URL", help="OpenTelemetry collector to send traces to, over OTLP (extra `ops`).")
]
TraceShare = Annotated[float, typer.Option(min=0, max=1, metavar="SHARE", help="Share of calls to trace, from 0 to 1.")]
StoredQuota = Annotated[float, typer.Option(metavar="MIB", help="Data stored per peer and day (0: no quota).")]


AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
DatabaseFile = Annotated[Path, typer.Option(metavar="FILE", help="Database file.", exists=True, dir_okay=False)]
ServiceKey = Annotated[
    Path | None, typer.Option(metavar="FILE", help="The service's key file (default: <database>.key).")
]
StoreServers = Annotated[
    str,
    typer.Option(
        "--store",
        metavar="nats://HOST:PORT,...",
        envvar="GUNBAI_STORE",
        help="Share the record with other referees over NATS JetStream; the database becomes a copy.",
    ),
]
StoreKey = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE", help="Key file of the stream, shared by its referees (default: <database>.stream.key)."
    ),
]
StoreName = Annotated[str, typer.Option(metavar="NAME", help="Name of the stream.")]
StoreReplicas = Annotated[
    int, typer.Option(min=1, max=5, metavar="COUNT", help="Number of servers that store a new stream.")
]
StoreMonitors = Annotated[
    list[str] | None,
    typer.Option(
        "--store-monitor",
        metavar="http://HOST:PORT",
        help="Monitoring address of a NATS server, to see how often it syncs to disk. Repeatable.",
    ),
]
AcceptLoss = Annotated[bool, typer.Option("--accept-loss", help="Start even if the stream may lose entries.")]
StoreMark = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="File that shows whether the stream went back to an earlier state (default: <database>.stream.mark).",
    ),
]
AfterRestore = Annotated[
    bool,
    typer.Option(
        "--after-restore",
        help="Start even if the stream may have gone back to an earlier state. Running games can then be branched, "
        "but not played.",
    ),
]
KeptCheckpoint = Annotated[
    Path | None,
    typer.Option(
        "--checkpoint",
        help="Newest checkpoint that you kept. The service starts only if the log continues this checkpoint.",
        exists=True,
        dir_okay=False,
    ),
]
NewStream = Annotated[bool, typer.Option("--new-stream", help="Create the stream even though its key exists.")]
NewKey = Annotated[
    bool,
    typer.Option(
        "--new-key", help="Accept that the service signs with a different key, and create the key if it is missing."
    ),
]


def _configure(context: typer.Context, file: Path | None) -> Path | None:
    """Take every setting without a flag from the environment and the file. Raises BadParameter."""
    import os

    from referee import configuration

    settings = configuration.settings_of(serve)
    configuration.apply(context, configuration.given(settings, file, os.environ), settings)
    return file


ConfigFile = Annotated[
    Path | None,
    typer.Option(
        is_eager=True,
        callback=_configure,
        envvar="GUNBAI_CONFIG",
        metavar="FILE",
        help="Settings file (TOML). Options and environment variables override the file.",
    ),
]


class Level(Enum):
    """The levels of log lines."""

    DEBUG = "debug"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


LogLevel = Annotated[
    Level, typer.Option(help="Lowest level to log: debug logs every call, info every game and decision.")
]


class Files(NamedTuple):
    """A service's files: its records, its own key, its operator's token, and its forwarder's."""

    database: Path
    key: Path
    operator: Path
    forwarder: Path | None


def serve(
    database: Annotated[Path, typer.Option(metavar="FILE", help="Database file; created if missing.")] = DATABASE,
    host: Annotated[str, typer.Option(metavar="HOST", help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(metavar="PORT", help="Port (0: any free port).", min=0, max=65535)] = 7070,
    key: ServiceKey = None,
    name: Annotated[str, typer.Option(metavar="NAME", help="Name of the key (default for new keys: 'gunbai').")] = "",
    operator: OperatorFile = None,
    forwarder: ForwarderFile = None,
    tls_certificate: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Server certificate chain (PEM).")
    ] = None,
    tls_key: Annotated[Path | None, typer.Option(metavar="FILE", help="Server private key (PEM).")] = None,
    tls_clients: TlsClients = None,
    public_url: PublicUrl = "",
    titles: TitleNames = "",
    connect: ConnectAddress = "",
    connect_origin: ConnectOrigins = None,
    witness: WitnessKeys = None,
    policy: WitnessPolicy = None,
    quotas: Annotated[bool, typer.Option(help="Limit how much each peer and token may use.")] = True,
    games_per_minute: Annotated[
        float, typer.Option(metavar="COUNT", help="New games and branches per peer (0: no quota).")
    ] = 60,
    seats_per_minute: Annotated[
        float, typer.Option(metavar="COUNT", help="Seats per peer in one game (0: no quota).")
    ] = 12,
    commands_per_second: Annotated[
        float, typer.Option(metavar="COUNT", help="Commands per token (0: no quota).")
    ] = 100,
    calls_per_second: Annotated[float, typer.Option(metavar="COUNT", help="Other calls per peer (0: no quota).")] = 500,
    computing_seconds_per_minute: ComputingQuota = 15,
    stored_mib_per_day: StoredQuota = 1024,
    streams: Annotated[int, typer.Option(metavar="COUNT", help="Open streams per peer (0: no quota).")] = 256,
    loopback_quotas: LoopbackQuotas = False,
    hot_games: Annotated[int, typer.Option(metavar="COUNT", help="Number of games to keep in memory.")] = 2048,
    longest_game: LongestGame = 20_000,
    seeded_games: SeededGames = False,
    storage_quota: StorageQuota = 0,
    store: StoreServers = "",
    store_key: StoreKey = None,
    store_name: StoreName = "GUNBAI",
    store_replicas: StoreReplicas = 3,
    store_monitor: StoreMonitors = None,
    store_mark: StoreMark = None,
    accept_loss: AcceptLoss = False,
    after_restore: AfterRestore = False,
    checkpoint: KeptCheckpoint = None,
    new_stream: NewStream = False,
    new_key: NewKey = False,
    probes: ProbesAddress = "",
    metrics: MetricsAddress = "",
    traces: TracesAddress = "",
    trace_share: TraceShare = 1,
    log: LogLevel = Level.INFO,
    as_json: Annotated[bool, typer.Option("--json", help="Print the address and the log as JSON.")] = False,
    config: ConfigFile = None,
    *,
    context: typer.Context,
) -> None:
    """Run the service until you stop it."""
    from referee.server import Settings

    limits = _limits(**{name: context.params[name] for name in QUOTAS})
    named, asked = _witnesses(witness or [], policy)
    settings = Settings(
        host=host, port=port, tls=_tls(tls_certificate, tls_key, tls_clients), public_url=_page(public_url),
        connect=_web(connect, connect_origin or []), witnesses=named, policy=asked, limits=limits,
        hot_games=hot_games, longest_game=longest_game, name=name, storage_quota_bytes=storage_quota * 1024 * 1024,
        seeded_games=seeded_games,
    )  # fmt: skip
    sharing = shared_of(
        store, stream_key_of(database, store_key), store_name, store_replicas, monitors=store_monitor,
        mark=store_mark, accept_loss=accept_loss, after_restore=after_restore, new=new_stream,
    )  # fmt: skip
    _run(
        files_of(database, key, operator, forwarder), _titles(titles), settings, log, sharing,
        _telemetry(metrics, traces, trace_share), place_of(probes, "--probes") if probes else None,
        _rereading(context, config), checkpoint, new_key=new_key, as_json=as_json,
    )  # fmt: skip


QUOTAS = (
    "quotas", "games_per_minute", "seats_per_minute", "commands_per_second", "calls_per_second",
    "computing_seconds_per_minute", "stored_mib_per_day", "streams", "loopback_quotas",
)  # fmt: skip
"""The parameters of `serve` that `_limits` takes."""


def _limits(*, quotas: bool, loopback_quotas: bool, streams: int, **rates: float) -> Limits:
    """Return the quotas that these settings result in."""
    from referee.access.quotas import UNLIMITED, Limits

    return Limits(streams=streams, loopback=loopback_quotas, **rates) if quotas else UNLIMITED


def _rereading(context: typer.Context, file: Path | None) -> Reread:
    """Return a function that reads the settings file again: its quotas and level apply where no flag gave them."""
    from referee.configuration import is_flag, reread

    def read() -> tuple[Limits, str]:
        try:
            again = reread(serve, file)
        except typer.BadParameter as error:
            raise ValueError(error.format_message()) from None
        values = {name: context.params[name] if is_flag(context, name) else again[name] for name in (*QUOTAS, "log")}
        level = Level(values.pop("log")).value
        return _limits(**values), level

    return read


def _make_folder(database: Path) -> None:
    """Create the folder for an unnamed database. Raises BadParameter if one lies at the old default place."""
    here = Path(DATABASE.name)
    if database != DATABASE:
        return
    if here.is_file() and not DATABASE.exists():
        problem = f"{here} is in this folder: name it with --database {here}, or move it and its keys to {DATABASE}"
        raise typer.BadParameter(problem, param_hint="--database")
    database.parent.mkdir(mode=0o700, parents=True, exist_ok=True)


def files_of(database: Path, key: Path | None, operator: Path | None, forwarder: Path | None) -> Files:
    """Return a service's files; unnamed ones lie next to its database."""
    owner = operator or database.with_suffix(".operator")
    return Files(database, key or database.with_suffix(".key"), owner, forwarder)


def stream_key_of(database: Path, named: Path | None) -> Path:
    """Return a stream's key file: next to the copy unless another is named."""
    return named or database.with_suffix(".stream.key")


def _stream_servers(text: str, option: str) -> tuple[str, ...]:
    """Return the servers of a stream that an option names. Raises BadParameter."""
    from importlib.util import find_spec

    named = tuple(server.strip() for server in text.split(","))
    if not all(server.startswith(_STREAM) for server in named):
        raise typer.BadParameter(f"{option} takes addresses such as nats://127.0.0.1:4222", param_hint=option)
    if find_spec("nats") is None:
        raise typer.BadParameter("install the extra `jetstream`: pip install 'gunbai[jetstream]'", param_hint=option)
    return named


def shared_of(
    servers: str,
    key: Path,
    name: str,
    replicas: int = 3,
    *,
    monitors: Sequence[str] | None = None,
    mark: Path | None = None,
    accept_loss: bool = False,
    after_restore: bool = False,
    new: bool = False,
) -> SharedStream | None:
    """Return the stream at these servers, if any are named. Raises BadParameter."""
    from referee.shared_stream import SharedStream

    if not servers:
        return None
    named = _stream_servers(servers, "--store")
    return SharedStream(
        servers=named, key=key, name=name, replicas=replicas, monitors=tuple(monitors or ()), mark=mark,
        accept_loss=accept_loss, after_restore=after_restore, new=new,
    )  # fmt: skip


def _witnesses(keys: list[str], file: Path | None) -> tuple[tuple[VerifierKey, ...], Policy | None]:
    """Return the keys of the log's witnesses, and the policy with those to ask. Raises BadParameter."""
    from gunbai_record.checkpoint import witness_key
    from gunbai_record.note import MOST_SIGNATURES
    from gunbai_record.policy import read_policy
    from referee.witnessing.exchange import check_witness

    try:
        named = tuple(map(witness_key, keys))
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--witness") from None
    try:
        policy = read_policy(file) if file else None
        cosigners = policy.cosigners if policy else {}
        for cosigner in cosigners.values():
            check_witness(cosigner)
    except (ValueError, OSError) as error:
        raise typer.BadParameter(str(error), param_hint="--policy") from None
    if len({*named, *(cosigner.key for cosigner in cosigners.values())}) >= MOST_SIGNATURES:
        problem = f"name fewer witnesses: a checkpoint has room for only {MOST_SIGNATURES - 1} cosignatures"
        raise typer.BadParameter(problem, param_hint="--policy")
    return named, policy


def _titles(names: str) -> Titles:
    """Return the titles with these names, or all installed ones. Raises BadParameter."""
    from referee.errors import TitleNotFound
    from referee.game.titles import finished
    from titles.catalogue import LEFT_OUT, TITLES

    try:
        return finished([name.strip() for name in names.split(",")] if names else None)
    except TitleNotFound as error:
        problem = f"{error.title!r} is not installed; the titles are {', '.join(TITLES) or 'none'}"
        for title, package, reason in LEFT_OUT:
            if title == error.title:
                problem = f"{title!r} of {package} was left out: {reason}"
        raise typer.BadParameter(problem, param_hint="--titles") from None


def _tls(certificate: Path | None, key: Path | None, clients: Path | None) -> Tls | None:
    """Return the files for TLS, if any are given. Raises BadParameter if one is missing."""
    from referee.server import Tls

    if (certificate or key or clients) and not (certificate and key):
        raise typer.BadParameter("give both --tls-certificate and --tls-key")
    return Tls(certificate, key, clients) if certificate and key else None


def _page(url: str) -> str:
    """Return the address of the page that invitations link to, without a trailing slash. Raises BadParameter."""
    from urllib.parse import urlsplit

    try:
        parts = urlsplit(url)
        sound = parts.scheme in {"http", "https"} and parts.hostname and not (parts.query or parts.fragment)
    except ValueError:
        sound = False
    if url and not (sound and url.isprintable() and " " not in url):
        raise typer.BadParameter(f"--public-url takes an address such as https://example.org/gunbai, not {url!r}")
    return url.rstrip("/")


def _web(address: str, origins: list[str]) -> Web | None:
    """Return where Connect is served, if anywhere. Raises BadParameter."""
    from importlib.util import find_spec

    from referee.connect.origins import Origins
    from referee.server import Web

    place = place_of(address, "--connect") if address else None
    if origins and not address:
        raise typer.BadParameter("--connect-origin needs --connect")
    if place and not (find_spec("connectrpc") and find_spec("uvicorn")):
        raise typer.BadParameter("install the extra `connect` for --connect: pip install 'gunbai[connect]'")
    try:
        Origins(origins)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None
    return Web(*place, tuple(origins)) if place else None


def place_of(address: str, option: str) -> tuple[str, int]:
    """Return an address's host and port. Raises BadParameter."""
    host, _, port = address.rpartition(":")
    if not (host and is_whole(port) and int(port) < 2**16):
        raise typer.BadParameter(f"{option} takes HOST:PORT, such as 127.0.0.1:7071, not {address!r}")
    return host, int(port)


def _telemetry(metrics: str, traces: str, traced: float) -> TelemetrySettings | None:
    """Return the telemetry settings, if any. Raises BadParameter."""
    from importlib.util import find_spec

    from referee.telemetry import TelemetrySettings

    if not (metrics or traces):
        return None
    place = place_of(metrics, "--metrics") if metrics else None
    if traces and not traces.startswith(("http://", "https://")):
        raise typer.BadParameter(f"--traces takes an address such as http://127.0.0.1:4318/v1/traces, not {traces!r}")
    if not (find_spec("prometheus_client") and find_spec("opentelemetry.sdk")):
        raise typer.BadParameter("install the extra `ops` for --metrics and --traces: pip install 'gunbai[ops]'")
    return TelemetrySettings(place, traces, traced)


def copy_record(
    source: Annotated[str, typer.Argument(metavar="FROM", help="Database, referee's copy, or nats://HOST:PORT,...")],
    target: Annotated[str, typer.Argument(metavar="TO", help="Stream if FROM is a database; otherwise a database.")],
    key: Annotated[
        Path,
        typer.Option(
            "--store-key", metavar="FILE", help="Key of the stream; created if both the stream and the key are new."
        ),
    ],
    name: Annotated[str, typer.Option("--store-name", metavar="NAME", help="Name of the stream.")] = "GUNBAI",
    replicas: Annotated[
        int,
        typer.Option(
            "--store-replicas", min=1, max=5, metavar="COUNT", help="Number of servers that store a new stream."
        ),
    ] = 3,
    mark: StoreMark = None,
    after_restore: AfterRestore = False,
    as_json: AsJson = False,
) -> None:
    """Copy a record between a database and a stream.

    Stop all referees first. gunbai compares both records at the end. If the copy is interrupted, run the command again:
    it continues where it stopped. To rebuild a lost stream, name a referee's copy as FROM and a new stream as TO.
    gunbai marks the source as moved. After that, no service starts on it.
    """
    import asyncio

    from referee.maintenance.copying import from_stream, into_stream

    outwards = source.startswith(_STREAM)
    if outwards is target.startswith(_STREAM):
        raise typer.BadParameter(
            "name a database and addresses such as nats://127.0.0.1:4222, one as FROM and the other as TO"
        )
    servers = source if outwards else target
    shared = shared_of(servers, key, name, replicas, mark=mark, after_restore=after_restore)
    database = Path(target if outwards else source)
    if shared is None or not (outwards or database.is_file()):
        raise typer.BadParameter(f"no database {database}", param_hint="FROM")
    try:
        with progress_shown("Opening", as_json=as_json) as advance:
            copied = asyncio.run((from_stream if outwards else into_stream)(database, shared, advance))
    except (StorageError, OSError, ValueError) as error:
        typer.echo(f"gunbai server copy: {error}", err=True)
        raise typer.Exit(1) from None
    parts = f"{counted(copied.games, 'game')}, {counted(copied.entries, 'entry')} and {counted(copied.leaves, 'leaf')}"
    words = f"Copied and compared: {parts} of the log of all games."
    typer.echo(json.dumps(copied._asdict()) if as_json else words)


def delete_stream(
    servers: Annotated[str, typer.Argument(metavar="SERVERS", help="nats://HOST:PORT,...")],
    store_name: StoreName = "GUNBAI",
    yes: Annotated[bool, typer.Option("--yes", help="Delete the stream instead of only printing its size.")] = False,
    as_json: AsJson = False,
) -> None:
    """Delete a stream, so that you can create it again.

    Stop all referees first, and keep their folders: these may hold entries that the stream has lost.
    """
    import asyncio

    named = _stream_servers(servers, "SERVERS")
    from store.jetstream import snapshots

    try:
        size = asyncio.run(snapshots.idle_size_of(named, store_name))
        if not yes:
            typer.echo(f"The stream {store_name} has {counted(size, 'message')}. Add --yes to delete it.", err=True)
            raise typer.Exit(1)
        asyncio.run(snapshots.delete(named, store_name))
    except StorageError as error:
        typer.echo(f"gunbai server delete-stream: {error}", err=True)
        raise typer.Exit(1) from None
    deleted = {"stream": store_name, "messages": size}
    typer.echo(json.dumps(deleted) if as_json else f"Deleted the stream {store_name} with {counted(size, 'message')}.")


def _run(
    files: Files,
    titles: Titles,
    settings: Settings,
    log: Level,
    shared: SharedStream | None,
    telemetry: TelemetrySettings | None,
    probes: tuple[str, int] | None,
    reread: Reread,
    checkpoint: Path | None,
    *,
    new_key: bool,
    as_json: bool,
) -> None:
    """Run the service with its log lines; exit with 1 if it cannot start."""
    import uvloop

    from referee import running
    from referee.calls import log_lines

    _make_folder(files.database)

    def ready(service: Service) -> None:
        typer.echo(announced(service, files, tls=settings.tls is not None, as_json=as_json))

    sink = log_lines.configure(log.value, "json" if as_json else "console")
    try:
        uvloop.run(
            running.run(
                files.database, files.key, titles, settings, ready,
                operator=files.operator, forwarder=files.forwarder, shared=shared, telemetry=telemetry,
                new_key=new_key, probes=probes, reread=reread, checkpoint=checkpoint,
            )
        )  # fmt: skip
    except (StorageError, OSError, ValueError) as error:
        typer.echo(f"gunbai serve: {error}", err=True)
        raise typer.Exit(1) from None
    finally:
        sink.close()


def announced(service: Service, files: Files, *, tls: bool, as_json: bool) -> str:
    """Return the announcement of a started service: its addresses, and the files that it keeps."""
    web = service.connect_address
    if as_json:
        line = {
            "address": service.address,
            "tls": tls,
            "database": str(files.database),
            "operator": str(files.operator),
        }
        return json.dumps(line | ({"connect": web} if web else {}))
    also = f", and over Connect at {'https' if tls else 'http'}://{web}" if web else ""
    keys_kept = (
        f"The database is {files.database.absolute()}, with its keys next to it. The operator's "
        f"token is in {files.operator}."
    )
    return f"gunbai referees at {service.address}{also}\n{keys_kept}"


def reindex(
    database: DatabaseFile = DATABASE,
    as_json: AsJson = False,
    config: ConfigFile = None,
) -> None:
    """Rebuild the game list of a database from its records. Exits with 1 on damage.

    Stop the service first.
    """
    del config
    import asyncio

    from referee.game.titles import finished
    from referee.records.games import Games
    from referee.records.reindex import Reindexed
    from referee.records.reindex import reindex as reindexed
    from store.sqlite import SqliteStore

    async def run() -> Reindexed:
        store = await SqliteStore.open(database)
        try:
            return await reindexed(Games(store, finished()))
        finally:
            await store.close()

    try:
        result = asyncio.run(run())
    except StorageError as error:
        typer.echo(f"gunbai server reindex: {error}", err=True)
        raise typer.Exit(1) from None
    damaged = "".join(f"\nDamaged and left out: {game}" for game in result.damaged)
    typer.echo(
        json.dumps(result._asdict()) if as_json else f"The game list has {counted(result.games, 'game')}.{damaged}"
    )
    raise typer.Exit(1 if result.damaged else 0)


def forget(
    game: Annotated[str, typer.Argument(metavar="GAME", help="Game to remove a name from (with SEAT).")] = "",
    seat: Annotated[int, typer.Argument(metavar="SEAT", help="Seat in that game.")] = 0,
    *,
    player: Annotated[str, typer.Option(metavar="NAME", help="Exact name, to remove from all games.")] = "",
    database: DatabaseFile = DATABASE,
    as_json: AsJson = False,
    config: ConfigFile = None,
) -> None:
    """Remove players' names from a database, forever. Its records still verify.

    Stop the service first. Earlier copies, such as backups and exported records, keep the names. Exits with 1 if a game
    cannot be read.
    """
    del config
    import asyncio

    from referee.errors import RefereeError
    from referee.game.titles import finished
    from referee.records.changes import Changes
    from referee.records.forgetting import Removed, player_forgotten, seat_forgotten
    from referee.records.games import Games
    from store.contract import GameNotFound
    from store.position_cache import Positions, beside
    from store.sqlite import SqliteStore

    if bool(game and seat) == bool(player) or bool(game) != bool(seat):
        raise typer.BadParameter("name a game and a seat, or --player")

    async def run(progress: Callable[[int, int], None]) -> Removed:
        store, positions = await SqliteStore.open(database), Positions(beside(database))
        changes = Changes(Games(store, finished(), positions=positions))
        try:
            return await (
                player_forgotten(changes, player, progress) if player else seat_forgotten(changes, game, seat)
            )
        finally:
            await changes.finished()
            await positions.close()
            await store.close()

    try:
        with progress_shown("Searching", as_json=as_json) as advance:
            forgotten = asyncio.run(run(partial(advance, "Searching")))
    except (StorageError, GameNotFound, RefereeError) as error:
        typer.echo(f"gunbai server forget: {error}", err=True)
        raise typer.Exit(1) from None
    if as_json:
        typer.echo(json.dumps(forgotten._asdict()))
    else:
        for where, number in forgotten.names:
            typer.echo(f"{where}: removed the name of seat {number}.")
        for where in forgotten.unread:
            typer.echo(f"{where}: cannot be read, and was not searched.")
        typer.echo(f"Removed {counted(len(forgotten.names), 'name')}.")
    raise typer.Exit(1 if forgotten.unread else 0)


def audit_rules(database: Path, files: Sequence[Path], rules_version: int, processes: int, *, as_json: bool) -> None:
    """Print which recorded rulings another version of the rules, 0 for the newest, would give otherwise.

    They are those of record files and folders of them, or where none are named those of a database. Exits with 1 if
    there are any, 2 for a version that no title has or folders without a record, 3 if some could not be judged, 4 if
    the database cannot be read.
    """
    import asyncio

    from referee.errors import TitleNotFound
    from referee.records.files_audit import audit_files, records_in
    from referee.records.rules_audit import audit

    records = [*records_in(files)]
    if files and not records:
        raise typer.BadParameter(f"no *.gunbai files in {', '.join(map(str, files))}", param_hint="FILE")
    try:
        with progress_shown("Judging", as_json=as_json) as advance:
            judged = partial(advance, "Judging")
            if records:
                result = audit_files(records, rules_version, judged, processes)
            else:
                result = asyncio.run(audit(database, rules_version, judged, processes))
    except TitleNotFound:
        raise typer.BadParameter(f"no title has rules version {rules_version}", param_hint="--rules") from None
    except StorageError as error:
        typer.echo(f"gunbai record audit: {error}", err=True)
        raise typer.Exit(4) from None
    typer.echo(result.as_json() if as_json else "\n".join(map(visible, result.sentences())))
    raise typer.Exit(1 if result.differences else 3 if result.unjudged else 0)
