"""A bare Typer app with one command."""

import typer

app = typer.Typer(rich_markup_mode=None, pretty_exceptions_enable=False, add_completion=False)


@app.command()
def hello(name: str = "you") -> None:
    """Say hello."""
    typer.echo(f"hello {name}")


app()
